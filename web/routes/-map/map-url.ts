import { type Position, ZOOM_STEP } from '#rules/position.ts'
import type { FactGroup, ListSearch } from '../../posts/lists/list-search.ts'

/** Centre and zoom of the map, as in its URL. */
export type UrlView = { lat: number; lng: number; zoom: number }
/** URL parameters of the map. */
export type MapSearch = Partial<UrlView> & Pick<ListSearch, 'filter' | 'open' | FactGroup> & { keyword?: string }
export const VIEW_LIMITS = { lat: 85, lng: 180, minZoom: 5, maxZoom: 19 }

const NO_VIEW = { lat: undefined, lng: undefined, zoom: undefined }

export function parseView(search: Record<string, unknown>): Partial<UrlView> {
  const [lat, lng, zoom] = [search.lat, search.lng, search.zoom].map((text) =>
    text === undefined || text === '' ? Number.NaN : Number(text),
  ) as [number, number, number]
  if (!(Math.abs(lat) <= VIEW_LIMITS.lat && Math.abs(lng) <= VIEW_LIMITS.lng && Number.isFinite(zoom))) return NO_VIEW
  return roundedView({ lat, lng, zoom })
}

/** A view for the URL, within the limits and rounded to a metre and a quarter of a zoom level. */
export function roundedView({ lat, lng, zoom }: Position & { zoom: number }): UrlView {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const level = Math.max(VIEW_LIMITS.minZoom, Math.min(VIEW_LIMITS.maxZoom, Math.round(zoom / ZOOM_STEP) * ZOOM_STEP))
  return { lat: rounded(lat), lng: rounded(lng), zoom: level }
}

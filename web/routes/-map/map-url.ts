import { type Position, ZOOM_STEP } from '#rules/position.ts'
import type { FactGroup, ListSearch } from '../../posts/lists/list-search.ts'

export type UrlView = { lat: number; lng: number; zoom: number }
export type MapSearch = Partial<UrlView> & Pick<ListSearch, 'filter' | 'open' | FactGroup> & { keyword?: string }
export const LIMITS = { lat: 85, lng: 180, minZoom: 5, maxZoom: 19 }

const NO_VIEW = { lat: undefined, lng: undefined, zoom: undefined }

export function parseView(search: Record<string, unknown>): Partial<UrlView> {
  const [lat, lng, zoom] = [search.lat, search.lng, search.zoom].map((text) =>
    text === undefined || text === '' ? Number.NaN : Number(text),
  ) as [number, number, number]
  if (!(Math.abs(lat) <= LIMITS.lat && Math.abs(lng) <= LIMITS.lng && Number.isFinite(zoom))) return NO_VIEW
  return roundedView({ lat, lng, zoom })
}

/** The view for the URL, rounded to a metre and a quarter of a zoom. */
export function roundedView({ lat, lng, zoom }: Position & { zoom: number }): UrlView {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const level = Math.max(LIMITS.minZoom, Math.min(LIMITS.maxZoom, Math.round(zoom / ZOOM_STEP) * ZOOM_STEP))
  return { lat: rounded(lat), lng: rounded(lng), zoom: level }
}

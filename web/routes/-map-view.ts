import type { GetMapPostsQueryVariables } from '#contract/operations.gen.ts'
import type { Filter } from '#rules/paging.ts'
import type { Position } from '../map/provider.ts'
import { viewBounds } from '../map/view-bounds.ts'

/** What the address says of the map. */
export type AddressedView = { lat: number; lng: number; zoom: number }
export type MapSearch = Partial<AddressedView> & { keyword?: string; filter?: Filter }
type Size = readonly [width: number, height: number]

/** All of Korea. */
const KOREA: AddressedView = { lat: 36.1, lng: 127.8, zoom: 7 }
const LIMITS = { lat: 85, lng: 180, minZoom: 5, maxZoom: 19 }

/** Pixels of the map on a page that nobody has measured yet. */
const ASSUMED: Size = [896, 704]
/** From here on the list stands beside the map (map-page.css). */
const WIDE = 1024
const LIST_WIDTH = 400
const BARS = { wide: 64, small: 116 }

/** Said outright: what a route leaves out of an address the router puts back as it was written. */
const NO_VIEW = { lat: undefined, lng: undefined, zoom: undefined }

/** The view in an address, or none when it says none that can be shown. */
export function readView(search: Record<string, unknown>): Partial<AddressedView> {
  const [lat, lng, zoom] = [search.lat, search.lng, search.zoom].map((text) =>
    text === undefined || text === '' ? Number.NaN : Number(text),
  ) as [number, number, number]
  if (!(Math.abs(lat) <= LIMITS.lat && Math.abs(lng) <= LIMITS.lng && Number.isFinite(zoom))) return NO_VIEW
  return roundedView({ lat, lng, zoom })
}

/** The view as it stands in the address: to a metre, in whole steps. */
export function roundedView({ lat, lng, zoom }: Position & { zoom: number }): AddressedView {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const level = Math.max(LIMITS.minZoom, Math.min(LIMITS.maxZoom, Math.round(zoom)))
  return { lat: rounded(lat), lng: rounded(lng), zoom: level }
}

export function viewOf({ lat, lng, zoom }: MapSearch): AddressedView {
  return lat === undefined || lng === undefined || zoom === undefined ? KOREA : { lat, lng, zoom }
}

/** What is asked of the API; `isTaken` once the page has been taken over from the server, which knows no sizes. */
export function viewArguments(wanted: MapSearch, isTaken = !import.meta.env.SSR): GetMapPostsQueryVariables {
  const view = viewOf(wanted)
  return {
    ...viewBounds(view, view.zoom, isTaken ? measured() : ASSUMED),
    zoom: view.zoom,
    filter: wanted.filter ?? 'latest',
    keyword: wanted.keyword ?? null,
  }
}

function measured(): Size {
  const { innerWidth, innerHeight } = window
  return innerWidth >= WIDE
    ? [innerWidth - LIST_WIDTH, innerHeight - BARS.wide]
    : [innerWidth, innerHeight - (innerWidth >= 768 ? BARS.wide : BARS.small)]
}

import type { GetMapPostsQueryVariables } from '#contract/operations.gen.ts'
import { boundsOf, type Covered } from '../../places/map/provider.ts'
import { NOTHING_COVERED, viewAround, viewBounds, visibleMargins } from '../../places/map/visible-area.ts'
import { factArguments } from '../../posts/lists/list-search.ts'
import type { MapPosts } from './map-posts.ts'
import { type MapSearch, roundedView, type UrlView, VIEW_LIMITS } from './map-url.ts'

/** Size of the map, and of the parts that the search field and the closed sheet cover, in pixels. */
type MapArea = { size: readonly [width: number, height: number]; covered: Covered }

/** The populated part of South Korea, and the highest zoom at which all of it is shown. */
const KOREA = { south: 33.25, west: 126.1, north: 38.25, east: 129.5 }
const KOREA_ZOOM = 7
/** Height in pixels of the map's attribution with its press area; in very low windows the attribution is below the map. */
const SOURCES_HEIGHT = 44
/** Height in pixels of a pin without a photo, as pins are at the zoom of the whole country. */
const PIN_HEIGHT = 48
const ALL_OF_KOREA = { south: 32, west: 123, north: 40, east: 133 }
/** Highest zoom to which a keyword's matches are fitted: the view of a single post shows a few streets. */
const MATCHES_ZOOM = 15

const ASSUMED_AREA: MapArea = { size: [896, 704], covered: NOTHING_COVERED }
// These pixels, and the rem of the sheet, equal sizes in map-page.css; a test compares the exported ones.

/** From this window width on the list is beside the map. */
export const WIDE_MIN_WIDTH = 1024
export const LIST_WIDTH = 400
/** Height of the closed sheet. */
export const SHEET_HEIGHT_REM = 10.5
/** In a narrow window lower than this the list is below the map and not in a sheet. */
export const LOW_MAX_HEIGHT = 520
export const LIST_TITLE_HEIGHT = 28
/** In a narrow window lower than this the search field and the attribution are below the map and not over it. */
export const FLOATING_MIN_HEIGHT = 360
/** Distance of the search field from the upper side of the map. */
const FIELD_MARGIN = 12
/** In a window lower than this the bars and the attribution scroll with the page. */
const LOWEST = 320

/** The view of all of Korea. Without `isHydrated`, as on the server, it assumes a size of the map. */
export function koreaView(isHydrated: boolean): UrlView {
  const { size, covered } = isHydrated ? measureArea() : ASSUMED_AREA
  const margins = visibleMargins(size[1], covered)
  // No margin for the buttons at the lower right, where there is only sea, nor for the filters at the upper left, where they
  // cover land without posts. The attribution at the lower left needs one.
  const sources = isHydrated && isLow() && !doesFloat() ? 0 : SOURCES_HEIGHT
  const bottom = Math.min(margins.bottom + sources, size[1] / 2)
  const free = { ...margins, top: Math.min(margins.top, covered.top + PIN_HEIGHT), right: margins.left, bottom }
  return roundedView(viewAround(KOREA, [VIEW_LIMITS.minZoom, KOREA_ZOOM], size, free))
}

/**
 * The view around all posts found; null if there are none, or if the count is an estimate, whose sample may lack the outer posts.
 * @param covered parts of the map that the search field and the sheet cover now
 */
export function viewOfMatches(
  { clusters, estimated }: Pick<MapPosts, 'clusters' | 'estimated'>,
  covered: Covered,
  size = measureArea().size,
): UrlView | null {
  if (estimated || clusters.length === 0) return null
  const corners = clusters.flatMap(({ south, west, north, east }) => [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ])
  return roundedView(
    viewAround(boundsOf(corners), [VIEW_LIMITS.minZoom, MATCHES_ZOOM], size, visibleMargins(size[1], covered)),
  )
}

/** Whether a view contains all of the populated part of South Korea. */
export function showsKorea(view: UrlView, isHydrated: boolean, size = sizeOf(isHydrated)): boolean {
  const { south, west, north, east } = viewBounds(view, view.zoom, size)
  return south <= KOREA.south && west <= KOREA.west && north >= KOREA.north && east >= KOREA.east
}

/** The view that the URL contains, or else that of Korea. */
export function viewFromSearch({ lat, lng, zoom }: MapSearch, korea: UrlView): UrlView {
  return lat === undefined || lng === undefined || zoom === undefined ? korea : { lat, lng, zoom }
}

/** The variables of `getMapPosts` for a view, with the filters of the URL. */
export function viewVariables(
  search: MapSearch,
  isHydrated = !import.meta.env.SSR,
  view = viewFromSearch(search, koreaView(isHydrated)),
): GetMapPostsQueryVariables {
  return {
    ...viewBounds(view, view.zoom, sizeOf(isHydrated)),
    zoom: view.zoom,
    filter: search.filter ?? 'latest',
    keyword: search.keyword ?? null,
    open: search.open === '1',
    ...factArguments(search),
  }
}

/** The variables of `getMapPosts` for all posts in Korea that match a keyword. */
export function koreaVariables(keyword: string): GetMapPostsQueryVariables {
  return { ...ALL_OF_KOREA, zoom: KOREA_ZOOM, filter: 'latest', keyword, open: false }
}

function sizeOf(isHydrated: boolean): MapArea['size'] {
  return (isHydrated ? measureArea() : ASSUMED_AREA).size
}

function measureArea(): MapArea {
  const { innerWidth, innerHeight } = window
  const style = getComputedStyle(document.documentElement)
  const pixels = (property: string) => Number.parseFloat(style.getPropertyValue(property))
  const height = innerHeight - pixels('--topbar') - pixels('--bottombar')
  if (innerWidth >= WIDE_MIN_WIDTH) return { size: [innerWidth - LIST_WIDTH, height], covered: NOTHING_COVERED }
  const top = doesFloat() ? FIELD_MARGIN + pixels('--tap') : 0
  const below = doesFloat() ? LIST_TITLE_HEIGHT : innerHeight < LOWEST ? 0 : pixels('--tap') + 8
  if (isLow()) return { size: [innerWidth, height - below], covered: { top, bottom: 0 } }
  return { size: [innerWidth, height], covered: { top, bottom: SHEET_HEIGHT_REM * pixels('font-size') } }
}

function doesFloat(): boolean {
  return window.innerHeight >= FLOATING_MIN_HEIGHT
}

function isLow(): boolean {
  return window.innerWidth < WIDE_MIN_WIDTH && window.innerHeight < LOW_MAX_HEIGHT
}

import type { GetMapPostsQueryVariables } from '#contract/operations.gen.ts'
import { boundsOf, type Covered } from '../../places/map/provider.ts'
import { NOTHING_COVERED, viewAround, viewBounds, visibleMargins } from '../../places/map/visible-area.ts'
import { factArguments } from '../../posts/lists/list-search.ts'
import type { MapPosts } from './map-posts.ts'
import { LIMITS, type MapSearch, roundedView, type UrlView } from './map-url.ts'

/** Pixels of the map, and of its sides that the field and the closed sheet cover. */
type MapArea = { size: readonly [width: number, height: number]; covered: Covered }

/** The populated part of Korea, and the highest zoom to show it. */
const KOREA = { south: 33.25, west: 126.1, north: 38.25, east: 129.5 }
const KOREA_ZOOM = 7
/** Height of the press area of the sources, in pixels. In the lowest windows they are below the map. */
const SOURCES_HEIGHT = 44
/** Height of a pin with a word, in pixels: a whole country shows no photos. */
const WORD_HEIGHT = 48
const ALL_OF_KOREA = { south: 32, west: 123, north: 40, east: 133 }
/** The highest zoom for matches of a keyword: a few streets around a single post. */
const MATCHES_ZOOM = 15

const ASSUMED_AREA: MapArea = { size: [896, 704], covered: NOTHING_COVERED }
/** From this width the list is beside the map. These equal the sizes in map-page.css; a test compares them. */
export const WIDE = 1024
export const LIST_WIDTH = 400
export const SHEET_REM = 10.5
export const LOW = 520
export const LIST_TITLE = 28
/** From this height the field and the sources are over the map, the field as far from its upper side. */
export const FLOATS = 360
const FIELD_MARGIN = 12
/** Below this height the bars and the sources leave the window. */
const LOWEST = 320

/** All of Korea; sizes are only known if `isHydrated`, not on the server. */
export function koreaView(isHydrated: boolean): UrlView {
  const { size, covered } = isHydrated ? measureArea() : ASSUMED_AREA
  const margins = visibleMargins(size[1], covered)
  // The buttons are at the lower right, where there is only sea; the sources of the map are at the lower left, and at the
  // upper left the filters are over land without posts.
  const sources = isHydrated && isLow() && !doesFloat() ? 0 : SOURCES_HEIGHT
  const bottom = Math.min(margins.bottom + sources, size[1] / 2)
  const free = { ...margins, top: Math.min(margins.top, covered.top + WORD_HEIGHT), right: margins.left, bottom }
  return roundedView(viewAround(KOREA, [LIMITS.minZoom, KOREA_ZOOM], size, free))
}

/**
 * The view around all posts found; null without any, and for an estimate, whose sample may lack the outer ones.
 * @param covered parts covered by the field and the sheet, open or closed
 */
export function matchesView(
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
    viewAround(boundsOf(corners), [LIMITS.minZoom, MATCHES_ZOOM], size, visibleMargins(size[1], covered)),
  )
}

export function showsKorea(view: UrlView, isHydrated: boolean, size = sizeOf(isHydrated)): boolean {
  const { south, west, north, east } = viewBounds(view, view.zoom, size)
  return south <= KOREA.south && west <= KOREA.west && north >= KOREA.north && east >= KOREA.east
}

export function viewOf({ lat, lng, zoom }: MapSearch, korea: UrlView): UrlView {
  return lat === undefined || lng === undefined || zoom === undefined ? korea : { lat, lng, zoom }
}

export function viewArguments(
  search: MapSearch,
  isHydrated = !import.meta.env.SSR,
  view = viewOf(search, koreaView(isHydrated)),
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

/** The variables for all posts in Korea that a keyword matches, whatever the size of the map. */
export function argumentsInKorea(keyword: string): GetMapPostsQueryVariables {
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
  if (innerWidth >= WIDE) return { size: [innerWidth - LIST_WIDTH, height], covered: NOTHING_COVERED }
  const top = doesFloat() ? FIELD_MARGIN + pixels('--tap') : 0
  const below = doesFloat() ? LIST_TITLE : innerHeight < LOWEST ? 0 : pixels('--tap') + 8
  if (isLow()) return { size: [innerWidth, height - below], covered: { top, bottom: 0 } }
  return { size: [innerWidth, height], covered: { top, bottom: SHEET_REM * pixels('font-size') } }
}

function doesFloat(): boolean {
  return window.innerHeight >= FLOATS
}

function isLow(): boolean {
  return window.innerWidth < WIDE && window.innerHeight < LOW
}

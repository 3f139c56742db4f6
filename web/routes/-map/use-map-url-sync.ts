import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseNear } from '#rules/paging.ts'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import { type FoundPosition, findGrantedPosition } from '../../kit/current-position.ts'
import type { Covered, DrawnMap, MapView, Position } from '../../places/map/provider.ts'
import { useTown } from '../../storage/remembered.ts'
import type { FoundPosts } from './map-posts.ts'
import { type MapSearch, roundedView, type UrlView } from './map-url.ts'
import { viewOfMatches } from './map-view.ts'

/** Syncs map and URL: zooming searches the new view, panning only offers to, and any other change of the URL moves the map. */
export function useMapUrlSync(view: UrlView) {
  const navigate = useNavigate({ from: '/map' })
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [panned, setPanned] = useState<UrlView | null>(null)
  const { lat, lng, zoom } = view
  const searched = useRef(view)
  /** Restored view with which the map is drawn first, instead of the URL's. */
  const first = useRef<UrlView | null>(null)
  /** Whether the page itself is panning the map, so that no search is offered. */
  const isMovedByPage = useRef(false)

  const searchAt = (next: UrlView) => {
    searched.current = next
    setPanned(null)
    void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  }
  const onMove = (next: MapView, isZoomed: boolean) => {
    const rounded = roundedView(next)
    const wasLed = isMovedByPage.current && !isZoomed
    isMovedByPage.current = false
    if (wasLed && !panned) searched.current = rounded
    else if (isSame(rounded, searched.current)) setPanned(null)
    else if (isZoomed) searchAt(rounded)
    else setPanned(rounded)
  }
  const startAt = (restored: UrlView | null) => {
    first.current = restored
    setPanned(restored)
  }
  const start = () => {
    searched.current = view
    const { zoom: nearness, ...center } = first.current ?? view
    return { center, zoom: nearness }
  }
  /** Moves the map to a position, at least at this zoom, and searches there. */
  const show = (center: Position, minZoom: number) => {
    if (!map) return
    const next = roundedView({ ...center, zoom: Math.max(minZoom, map.view().zoom) })
    searchAt(next)
    map.show(center, next.zoom)
  }
  const goTo = (next: UrlView) => {
    searched.current = next
    setPanned(null)
    map?.show(next, next.zoom)
    const search = ({ keyword: _dropped, ...others }: MapSearch) => ({ ...others, ...next })
    void navigate({ to: '.', search, resetScroll: false })
  }
  const panIntoView = (position: Position) => {
    isMovedByPage.current = true
    if (!map?.panIntoView(position)) isMovedByPage.current = false
  }
  const panDown = (pixels: number) => {
    if (!map || pixels === 0) return
    isMovedByPage.current = true
    map.panDown(pixels)
  }
  useEffect(() => {
    const inUrl = { lat, lng, zoom }
    if (!map || isSame(inUrl, searched.current)) return
    searched.current = inUrl
    map.show(inUrl, zoom)
    setPanned(null)
  }, [map, lat, lng, zoom])
  return {
    map,
    setMap,
    panned,
    start,
    startAt,
    onMove,
    show,
    goTo,
    panIntoView,
    panDown,
    searchHere: () => panned && searchAt(panned),
  }
}

/**
 * If the URL has a keyword and no view, adds the view around all matching posts to it.
 * @returns whether the URL is about to get that view
 */
export function useFitMatches(
  { keyword, zoom }: MapSearch,
  found: FoundPosts | undefined,
  korea: UrlView,
  covered: () => Covered,
): boolean {
  const coveredNow = useEffectEvent(covered)
  const navigate = useNavigate({ from: '/map' })
  const [stays, setStays] = useState<FoundPosts>()
  useEffect(() => {
    if (!keyword || zoom !== undefined || !found) return
    // In an effect, because the sheet must be drawn: it covers a part of the map.
    const near = viewOfMatches(found, coveredNow())
    if (!near || near.zoom <= korea.zoom) return setStays(found)
    void navigate({ to: '.', search: (search) => ({ ...search, ...near }), replace: true, resetScroll: false })
  }, [keyword, zoom, found, korea, navigate])
  return Boolean(keyword) && zoom === undefined && found !== undefined && stays !== found
}

/** After a new search with only one pin, pans the map just enough to make it visible: the open sheet may cover it. */
export function usePanToOnlyMatch(
  { keyword, zoom }: MapSearch,
  found: FoundPosts | undefined,
  { map, panIntoView }: Pick<ReturnType<typeof useMapUrlSync>, 'map' | 'panIntoView'>,
) {
  // The keyword whose pin was shown. A view that the URL had from the start is not panned.
  const shownFor = useRef(zoom === undefined ? undefined : keyword)
  const pan = useEffectEvent(panIntoView)
  useEffect(() => {
    if (!map || !found || zoom === undefined || shownFor.current === keyword) return
    shownFor.current = keyword
    const [only, ...others] = found.clusters
    if (keyword && only && others.length === 0) pan(only)
  }, [map, found, zoom, keyword])
}

function isSame(one: UrlView, other: UrlView): boolean {
  const pixel = 360 / (TILE_PIXELS * 2 ** one.zoom)
  const isNear = Math.abs(one.lat - other.lat) < 2 * pixel && Math.abs(one.lng - other.lng) < 2 * pixel
  return one.zoom === other.zoom && isNear
}

/**
 * If the URL has neither a view nor a keyword, starts the map at the reader's town, at a zoom that shows shops too, or else at the
 * device's position if that permission is granted already. A map that the reader has moved before stays.
 */
export function useStartAtTown(
  search: MapSearch,
  { map, panned }: Pick<ReturnType<typeof useMapUrlSync>, 'map' | 'panned'>,
  goTo: (at: FoundPosition) => void,
): void {
  const isFree = search.zoom === undefined && !search.keyword && panned === null
  const startAt = useEffectEvent((at: FoundPosition) => {
    if (!isFree) return
    goTo(at)
    map?.showCurrentPosition(at)
  })
  const isDone = useRef(!isFree)
  const navigate = useNavigate({ from: '/map' })
  const town = useTown()?.near
  const showTown = useEffectEvent((text: string) => {
    const near = parseNear(text)
    if (isDone.current || !near) return
    isDone.current = true
    const townView = roundedView({ ...near, zoom: MIN_SHOPS_ZOOM })
    void navigate({ to: '.', search: (now) => ({ ...now, ...townView }), replace: true, resetScroll: false })
  })
  useEffect(() => {
    if (town) showTown(town)
  }, [town])
  useEffect(() => {
    if (!map || isDone.current) return
    isDone.current = true
    void findGrantedPosition().then((at) => at && startAt(at))
  }, [map])
}

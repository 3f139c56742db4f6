import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { TILE_PIXELS } from '#rules/position.ts'
import type { DrawnMap, MapView, Position } from '../../map/provider.ts'
import type { MapPosts } from './get-map-posts.ts'
import { type MapSearch, roundedView, type UrlView } from './map-address.ts'
import { matchesView } from './map-view.ts'

/**
 * Keeps the map and the URL in sync: zooming searches at once, panning offers a search, and any other change of the URL
 * moves the map.
 */
export function useMapUrlSync(view: UrlView) {
  const navigate = useNavigate({ from: '/map' })
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [moved, setMoved] = useState<UrlView | null>(null)
  const { lat, lng, zoom } = view
  const shown = useRef(view)
  /** The page itself pans the map, so no search is offered. */
  const isMovedByPage = useRef(false)

  const searchAt = (next: UrlView) => {
    shown.current = next
    setMoved(null)
    void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  }
  const onMove = (next: MapView, isZoomed: boolean) => {
    const rounded = roundedView(next)
    const wasLed = isMovedByPage.current && !isZoomed
    isMovedByPage.current = false
    if (wasLed && !moved) shown.current = rounded
    else if (isSame(rounded, shown.current)) setMoved(null)
    else if (isZoomed) searchAt(rounded)
    else setMoved(rounded)
  }
  /** Searches there at once, at least at this zoom. */
  const show = (center: Position, minZoom: number) => {
    if (!map) return
    const next = roundedView({ ...center, zoom: Math.max(minZoom, map.view().zoom) })
    searchAt(next)
    map.show(center, next.zoom)
  }
  const panIntoView = (position: Position) => {
    isMovedByPage.current = true
    if (!map?.panIntoView(position)) isMovedByPage.current = false
  }
  useEffect(() => {
    const addressed = { lat, lng, zoom }
    if (!map || isSame(addressed, shown.current)) return
    shown.current = addressed
    map.show(addressed, zoom)
    setMoved(null)
  }, [map, lat, lng, zoom])
  return { map, setMap, moved, onMove, show, panIntoView, searchHere: () => moved && searchAt(moved) }
}

/**
 * Shows the posts that a keyword matches instead of all of Korea, by putting their view into a URL that has none.
 * `found` is what was found in all of Korea, once it is known.
 */
export function useViewOfMatches({ keyword, zoom }: MapSearch, found: MapPosts | undefined, korea: UrlView) {
  const navigate = useNavigate({ from: '/map' })
  useEffect(() => {
    if (!keyword || zoom !== undefined || !found) return
    const near = matchesView(found)
    if (!near || near.zoom <= korea.zoom) return
    void navigate({ to: '.', search: (search) => ({ ...search, ...near }), replace: true, resetScroll: false })
  }, [keyword, zoom, found, korea, navigate])
}

/** A map may round to its own pixels. */
function isSame(one: UrlView, other: UrlView): boolean {
  const pixel = 360 / (TILE_PIXELS * 2 ** one.zoom)
  const isNear = Math.abs(one.lat - other.lat) < 2 * pixel && Math.abs(one.lng - other.lng) < 2 * pixel
  return one.zoom === other.zoom && isNear
}

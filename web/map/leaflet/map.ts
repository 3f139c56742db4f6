import './leaflet.css'
import * as L from 'leaflet'
import type { Bounds, DrawnMap, MapOptions, MapView, Position } from '../provider.ts'
import { ZOOM_STEP } from '../view-bounds.ts'
import { drawGround } from './base-layer.ts'
import { drawHere } from './here.ts'
import { KOREA_CREDIT } from './korea/credit.ts'
import { type DrawnMarkers, drawPin, replaceMarkers } from './markers.ts'
import { showAll, uncover } from './room.ts'
import { StandingMarkers } from './standing-markers.ts'
import type { Tiles } from './tiles.ts'

/** Farther away, and nearer, there is nothing to see. */
const MIN_ZOOM = 5
const MAX_ZOOM = 19

/** Draws Leaflet with the operator's tiles, or with the bundled map of Korea. */
export async function drawOwnMap(element: HTMLElement, options: MapOptions, tiles: Tiles): Promise<DrawnMap> {
  const isCalm = options.still || matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(element, {
    center: options.center,
    zoom: options.zoom,
    zoomSnap: ZOOM_STEP,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    attributionControl: false,
    zoomControl: false,
    ...(isCalm && { zoomAnimation: false, fadeAnimation: false, inertia: false, markerZoomAnimation: false }),
    ...(options.still && {
      dragging: false,
      scrollWheelZoom: false,
      touchZoom: false,
      doubleClickZoom: false,
      boxZoom: false,
      keyboard: false,
    }),
  })
  // Gestures and buttons end at whole zooms; only a view that was asked for may lie between.
  map.options.zoomSnap = 1
  if (!options.still) nameMap(element)
  const standing = new StandingMarkers(map)
  drawGround(map, tiles, (korea) => {
    standing.setKorea(korea)
    options.onCredit?.(KOREA_CREDIT)
  })
  // A box that was hidden or grows would keep the size it had.
  const resize = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  resize.observe(element)
  reportMoves(map, options)
  if (options.onPress) map.on('click', ({ latlng }) => options.onPress?.(plain(latlng)))
  return controls(map, options, standing, () => {
    resize.disconnect()
    map.remove()
  })
}

function controls(map: L.Map, options: MapOptions, standing: StandingMarkers, remove: () => void): DrawnMap {
  const markers: DrawnMarkers = new Map()
  let pin: L.Marker | null = null
  let here: L.LayerGroup | null = null
  return {
    view: () => viewOf(map),
    show: (center, zoom) => showBetween(map, center, zoom ?? map.getZoom()),
    fit: (bounds, maxZoom, minZoom) => showAll(map, bounds, { ...options, maxZoom, minZoom }),
    uncover: (position) => uncover(map, position, options),
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps),
    mark: (wanted) => {
      replaceMarkers(map, markers, wanted, options)
      standing.set(markers)
    },
    pin: (position) => {
      pin?.remove()
      pin = position && drawPin(map, position, options)
      standing.setPin(position)
    },
    here: (found) => {
      here?.remove()
      here = drawHere(found).addTo(map)
    },
    remove,
  }
}

/** A view between two whole zooms, as it was asked for. */
function showBetween(map: L.Map, center: Position, zoom: number): void {
  map.options.zoomSnap = ZOOM_STEP
  map.setView(center, zoom)
  map.options.zoomSnap = 1
}

function reportMoves(map: L.Map, { onMove }: MapOptions): void {
  if (!onMove) return
  let zoom = map.getZoom()
  map.on('moveend', () => {
    const isZoomed = map.getZoom() !== zoom
    zoom = map.getZoom()
    onMove(viewOf(map), isZoomed)
  })
}

/** It takes the arrow keys, and a reader of the screen must let it have them. */
function nameMap(element: HTMLElement): void {
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', '지도. 방향키로 움직이고 더하기, 빼기 키로 확대하고 축소해요.')
}

function viewOf(map: L.Map): MapView {
  return { ...plain(map.getCenter()), zoom: map.getZoom(), bounds: boundsOf(map) }
}

/** A map of the whole world shows some of it twice. */
function boundsOf(map: L.Map): Bounds {
  const bounds = map.getBounds()
  const between = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))
  return {
    south: between(bounds.getSouth(), 90),
    north: between(bounds.getNorth(), 90),
    west: between(bounds.getWest(), 180),
    east: between(bounds.getEast(), 180),
  }
}

function plain({ lat, lng }: L.LatLng): Position {
  return { lat, lng }
}

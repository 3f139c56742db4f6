import './leaflet.css'
import * as L from 'leaflet'
import { loadCoast } from './coast.ts'
import { islands, provinces, seas } from './own-labels.ts'
import { type DrawnMarkers, drawPin, replaceMarkers } from './own-markers.ts'
import type { Bounds, DrawnMap, MapOptions, MapView, Position } from './provider.ts'

/** Beyond these the map would be empty. */
const MIN_ZOOM = 5
const MAX_ZOOM = 19
/** Names of provinces stand on the map until streets would. */
const NAMES_ZOOM = 13

/** Draws Leaflet with the operator's tiles, or with nothing but the coast line. */
export async function drawOwnMap(
  element: HTMLElement,
  options: MapOptions,
  tilesUrl: string | null,
): Promise<DrawnMap> {
  const isCalm = options.still || matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(element, {
    center: options.center,
    zoom: options.zoom,
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
  if (!options.still) nameMap(element)
  if (tilesUrl !== null) L.tileLayer(tilesUrl, { maxZoom: MAX_ZOOM }).addTo(map)
  else drawCoast(map)
  // A box that was hidden or grows would keep the size it had.
  const resize = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  resize.observe(element)
  reportMoves(map, options)
  if (options.onPress) map.on('click', ({ latlng }) => options.onPress?.(plain(latlng)))
  return controls(map, options, () => {
    resize.disconnect()
    map.remove()
  })
}

function controls(map: L.Map, options: MapOptions, remove: () => void): DrawnMap {
  const markers: DrawnMarkers = new Map()
  let pin: L.Marker | null = null
  return {
    view: () => viewOf(map),
    show: (center, zoom) => map.setView(center, zoom ?? map.getZoom()),
    fit: ({ south, west, north, east }, maxZoom) =>
      map.fitBounds(L.latLngBounds([south, west], [north, east]), { maxZoom, padding: [40, 48] }),
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps),
    mark: (wanted) => replaceMarkers(map, markers, wanted, options),
    pin: (position) => {
      pin?.remove()
      pin = position && drawPin(map, position, options)
    },
    remove,
  }
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

/** Without it the map is a plain ground on which markers still stand right. */
function drawCoast(map: L.Map): void {
  loadCoast()
    .then(({ korea, neighbours }) => {
      const land = { stroke: true, weight: 1, interactive: false, smoothFactor: 0.5 }
      L.polygon([neighbours], { ...land, className: 'coast coast-far' }).addTo(map)
      L.polygon([korea], { ...land, className: 'coast' }).addTo(map)
      drawNames(map)
    })
    .catch(() => {})
}

function drawNames(map: L.Map): void {
  const named =
    (kind: string) =>
    ([name, lat, lng]: readonly [string, number, number]) =>
      L.marker([lat, lng], {
        interactive: false,
        keyboard: false,
        zIndexOffset: -1000,
        icon: L.divIcon({ className: `map-name map-name-${kind}`, html: `<span>${name}</span>`, iconSize: [0, 0] }),
      })
  const names = L.layerGroup([
    ...seas.map(named('sea')),
    ...provinces.map(named('land')),
    ...islands.map(named('island')),
  ])
  const toggle = () => {
    if (map.getZoom() < NAMES_ZOOM) names.addTo(map)
    else names.remove()
  }
  map.on('zoomend', toggle)
  toggle()
}

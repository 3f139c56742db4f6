import * as L from 'leaflet'
import { ZOOM_STEP } from '#rules/position.ts'
import type { Bounds, Credit, DrawnMap, MapOptions, MapView, Position, TileSource } from '../provider.ts'
import { NOTHING_COVERED } from '../visible-area.ts'
import type { KoreaMap } from './korea/korea-layer.ts'
import { MarkerLayout } from './marker-layout.ts'
import {
  type DrawnMarkers,
  drawCurrentPosition,
  drawExtent,
  drawPin,
  fitBounds,
  panBy,
  panIntoView,
  replaceMarkers,
} from './markers.ts'
import './leaflet.css'

/** Beyond these zooms the map shows nothing useful. */
const MIN_ZOOM = 5
const MAX_ZOOM = 19

/** Maximum width of the scale bar, in rem: its label has room in a large text too. */
const SCALE_REM = 6.875

export async function drawLeafletMap(element: HTMLElement, options: MapOptions, tiles: TileSource): Promise<DrawnMap> {
  const isWithoutMotion = options.isStatic || matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(element, {
    center: options.center,
    zoom: options.zoom,
    zoomSnap: ZOOM_STEP,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    attributionControl: false,
    zoomControl: false,
    // The observer below does that, and not after the map is removed.
    trackResize: false,
    ...(isWithoutMotion && { zoomAnimation: false, fadeAnimation: false, inertia: false, markerZoomAnimation: false }),
    ...(options.isStatic && {
      dragging: false,
      scrollWheelZoom: false,
      touchZoom: false,
      doubleClickZoom: false,
      boxZoom: false,
      keyboard: false,
    }),
  })
  // Gestures and buttons end at whole zooms; only `show` may use zooms in between.
  map.options.zoomSnap = 1
  if (!options.isStatic) nameMap(element)
  L.control.scale({ position: 'topleft', imperial: false, maxWidth: SCALE_REM * textSize() }).addTo(map)
  const standing = new MarkerLayout(map, () => options.covered?.() ?? NOTHING_COVERED)
  await addBaseLayer(map, tiles, (korea) => {
    standing.setKorea(korea)
    options.onCredit?.(KOREA_CREDITS)
  }).catch((error: unknown) => {
    map.remove()
    throw error
  })
  // Leaflet does not notice that its element was hidden or has grown. The middle stays, so that this is no move of the reader.
  const resize = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resize.observe(element)
  reportMoves(map, options)
  if (options.onPress) map.on('click', ({ latlng }) => options.onPress?.(fromLeaflet(latlng)))
  return controls(map, options, standing, () => {
    resize.disconnect()
    map.remove()
  })
}

/** Pixels of a rem. */
function textSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function controls(map: L.Map, options: MapOptions, standing: MarkerLayout, remove: () => void): DrawnMap {
  const markers: DrawnMarkers = new Map()
  let pin: L.LayerGroup | null = null
  let here: L.LayerGroup | null = null
  return {
    view: () => viewOf(map),
    show: (center, zoom) => setFractionalView(map, center, zoom ?? map.getZoom()),
    fitBounds: (bounds, maxZoom, minZoom) => fitBounds(map, bounds, { ...options, maxZoom, minZoom }),
    panIntoView: (position) => panIntoView(map, position, options),
    panDown: (pixels) => panBy(map, [0, pixels]),
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps),
    setMarkers: (next) => {
      replaceMarkers(map, markers, next, options)
      standing.set(markers)
    },
    setPin: (position, isConfirmed, extent, name) => {
      pin?.remove()
      pin = position && L.layerGroup(extent ? [drawExtent(position, extent)] : []).addTo(map)
      if (pin && position) pin.addLayer(drawPin(map, position, isConfirmed, name, options))
      standing.setPin(position, name)
    },
    showCurrentPosition: (found) => {
      here?.remove()
      here = drawCurrentPosition(found).addTo(map)
    },
    remove,
  }
}

function setFractionalView(map: L.Map, center: Position, zoom: number): void {
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

/** The map uses the arrow keys, so screen readers must pass them on. */
function nameMap(element: HTMLElement): void {
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', '지도. 방향키로 이동하고 플러스, 마이너스 키로 확대하거나 축소해요.')
}

function viewOf(map: L.Map): MapView {
  return { ...fromLeaflet(map.getCenter()), zoom: map.getZoom(), bounds: boundsOf(map) }
}

/** Bounds of the view, within the globe: a map of the whole world shows parts of it twice. */
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

function fromLeaflet({ lat, lng }: L.LatLng): Position {
  return { lat, lng }
}

/** Adds the operator's tiles, or the bundled map, which `onKorea` gets. @throws when its code cannot be loaded */
async function addBaseLayer(map: L.Map, { tiles_url, pmtiles_url }: TileSource, onKorea: (korea: KoreaMap) => void) {
  let isRemoved = false
  map.on('unload', () => {
    isRemoved = true
  })
  const drawKorea = async () => {
    const { KoreaMap } = await import('./korea/korea-layer.ts')
    if (isRemoved) return
    const korea = new KoreaMap(map)
    korea.draw()
    onKorea(korea)
  }
  if (tiles_url !== null) L.tileLayer(tiles_url, { maxZoom: map.getMaxZoom() }).addTo(map)
  else if (pmtiles_url === null) await drawKorea()
  // Falls back to the bundled map when the archive cannot be read, by when this map may be removed.
  else import('./renderer.ts').then(({ drawPmtiles }) => drawPmtiles(map, pmtiles_url)).catch(drawKorea)
}

/** Attributions of maps drawn from korea/ (korea/map/NOTICE.md, korea/NOTICE.md). */
const KOREA_CREDITS: readonly Credit[] = [
  { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
  {
    text: '행정경계: 통계청(SGIS) 공공누리 제1유형 · 법정동·행정동: 국토교통부·행정안전부 · 중심점: vuski/admdongkor · 장소: 공공데이터포털 · Natural Earth',
    url: null,
  },
]

import type { FoundPosition } from '../../../kit/current-position.ts'
import {
  CLUSTER_SIZE,
  controlBoxes,
  markerElement,
  markerSize,
  markersWithName,
  pinLabel,
  placeBesideControls,
  uncoveredBox,
  watchControls,
} from '../marker-face.ts'
import type { Bounds, DrawnMap, MapOptions, MapView, Marker, Position } from '../provider.ts'
import { NOTHING_COVERED, panDistance, visibleMargins } from '../visible-area.ts'

/** Kakao's levels grow with the distance, each twice as wide as the previous one; at level 3 a pixel is a metre. */
const levelOf = (zoom: number) => Math.max(1, Math.min(14, Math.round(20 - zoom)))
const zoomOf = (level: number) => 20 - level

export function drawKakaoMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const { maps } = kakao
  const map = new maps.Map(element, {
    center: toKakao(options.center),
    level: levelOf(options.zoom),
    draggable: !options.isStatic,
    scrollwheel: !options.isStatic,
    disableDoubleClickZoom: Boolean(options.isStatic),
  })
  let zoom = zoomOf(map.getLevel())
  maps.event.addListener(map, 'idle', () => {
    const isZoomed = zoomOf(map.getLevel()) !== zoom
    zoom = zoomOf(map.getLevel())
    options.onMove?.(viewOf(map), isZoomed)
  })
  maps.event.addListener(map, 'click', (event: kakao.maps.event.MouseEvent) =>
    options.onPress?.(fromKakao(event.latLng)),
  )
  const resize = new ResizeObserver(() => map.relayout())
  resize.observe(element)
  return controls(map, element, options, () => {
    resize.disconnect()
    element.replaceChildren()
  })
}

function controls(map: kakao.maps.Map, element: HTMLElement, options: MapOptions, clear: () => void): DrawnMap {
  const overlays: DrawnOverlays = new Map()
  let pin: kakao.maps.Marker | null = null
  let removeCurrentPosition = () => {}
  let standing: readonly Marker[] = []
  const layOut = () => layOutOverlays(map, overlays, standing, { element, ...options })
  // After every move: a pan brings markers under the buttons, and out from under them.
  kakao.maps.event.addListener(map, 'idle', layOut)
  const stopWatchingControls = watchControls(element, layOut)
  return {
    view: () => viewOf(map),
    show: (center, zoom) => {
      if (zoom !== undefined) map.setLevel(levelOf(zoom))
      map.setCenter(toKakao(center))
    },
    fitBounds: (bounds, maxZoom, minZoom) => fitBounds(map, bounds, { element, ...options, maxZoom, minZoom }),
    panIntoView: (position) => panIntoView(map, position, { element, ...options }),
    panDown: (pixels) => map.panBy(0, pixels),
    zoomBy: (steps) => map.setLevel(map.getLevel() - steps),
    setMarkers: (markers) => {
      standing = markers
      replaceOverlays(map, overlays, markers, options)
      layOut()
    },
    showCurrentPosition: (found) => {
      removeCurrentPosition()
      removeCurrentPosition = drawCurrentPosition(map, element, found)
    },
    setPin: (position, isConfirmed, _extent, name = pinLabel(isConfirmed)) => {
      pin?.setMap(null)
      pin = position && drawPin(map, position, isConfirmed, name, options)
    },
    remove: () => {
      stopWatchingControls()
      clear()
    },
  }
}

type Fit = Pick<MapOptions, 'covered'> & { element: HTMLElement; maxZoom: number; minZoom?: number | undefined }

function fitBounds(map: kakao.maps.Map, { south, west, north, east }: Bounds, options: Fit): void {
  const { element, covered, maxZoom, minZoom = 0 } = options
  const bounds = new kakao.maps.LatLngBounds()
  bounds.extend(toKakao({ lat: south, lng: west }))
  bounds.extend(toKakao({ lat: north, lng: east }))
  const { top, right, bottom, left } = visibleMargins(element.clientHeight, covered?.() ?? NOTHING_COVERED)
  map.setBounds(bounds, top, right, bottom, left)
  const level = Math.min(levelOf(minZoom), Math.max(levelOf(maxZoom), map.getLevel()))
  // Around the middle of the bounds, which is not that of the map.
  const anchor = toKakao({ lat: (south + north) / 2, lng: (west + east) / 2 })
  if (level !== map.getLevel()) map.setLevel(level, { anchor })
}

function panIntoView(map: kakao.maps.Map, position: Position, { element, covered }: Omit<Fit, 'maxZoom'>): boolean {
  const foot = map.getProjection().containerPointFromCoords(toKakao(position))
  const [x, y] = panDistance(
    [foot.x, foot.y],
    [element.clientWidth, element.clientHeight],
    covered?.() ?? NOTHING_COVERED,
  )
  const isHidden = x !== 0 || y !== 0
  if (isHidden) map.panBy(x, y)
  return isHidden
}

function drawPin(
  map: kakao.maps.Map,
  position: Position,
  isConfirmed: boolean,
  title: string,
  { onPinMove }: MapOptions,
): kakao.maps.Marker {
  const { maps } = kakao
  const marker = new maps.Marker({
    map,
    position: toKakao(position),
    draggable: Boolean(onPinMove),
    title,
  })
  // The picture is Kakao's and has no room for a question mark.
  marker.setOpacity(isConfirmed ? 1 : 0.6)
  maps.event.addListener(marker, 'dragend', () => onPinMove?.(fromKakao(marker.getPosition())))
  return marker
}

function viewOf(map: kakao.maps.Map): MapView {
  return { ...fromKakao(map.getCenter()), zoom: zoomOf(map.getLevel()), bounds: boundsOf(map) }
}

function boundsOf(map: kakao.maps.Map): Bounds {
  const [southWest, northEast] = [map.getBounds().getSouthWest(), map.getBounds().getNorthEast()]
  return {
    south: southWest.getLat(),
    west: southWest.getLng(),
    north: northEast.getLat(),
    east: northEast.getLng(),
  }
}

/** The device's position is below every marker. */
const LAYERS = { here: 1, shop: 2, marker: 3, chosen: 4, focused: 5 } as const

type DrawnOverlays = Map<string, kakao.maps.CustomOverlay>

/** Updates `drawn` to the wanted markers; one whose key stays keeps its element, and with it the focus. */
function replaceOverlays(
  map: kakao.maps.Map,
  drawn: DrawnOverlays,
  wanted: readonly Marker[],
  options: MapOptions,
): void {
  const keys = new Set(wanted.map(({ key }) => key))
  for (const [key, overlay] of drawn) {
    if (keys.has(key)) continue
    overlay.setMap(null)
    drawn.delete(key)
  }
  for (const marker of wanted) {
    const known = drawn.get(marker.key)
    if (known) redraw(known, marker)
    else drawn.set(marker.key, draw(map, marker, options))
  }
}

function draw(map: kakao.maps.Map, marker: Marker, { onMarker, focusable }: MapOptions): kakao.maps.CustomOverlay {
  const content = document.createElement(focusable && marker.shape !== 'shop' ? 'button' : 'span')
  content.className = 'marker-place'
  if (content instanceof HTMLButtonElement) content.type = 'button'
  else content.setAttribute('aria-hidden', 'true')
  content.addEventListener('click', () => onMarker?.(marker.key))
  if (marker.shape === 'cluster') content.style.width = content.style.height = `${CLUSTER_SIZE[0]}px`
  const overlay = new kakao.maps.CustomOverlay({
    position: toKakao(marker.position),
    content,
    clickable: true,
    xAnchor: 0.5,
    yAnchor: anchorOf(marker),
  })
  content.addEventListener('focus', () => overlay.setZIndex(LAYERS.focused))
  content.addEventListener('blur', () => overlay.setZIndex(Number(content.dataset.layer)))
  redraw(overlay, marker)
  overlay.setMap(map)
  return overlay
}

function anchorOf(marker: Marker): number {
  const [, height, foot] = markerSize(marker)
  return (height - foot) / height
}

function redraw(overlay: kakao.maps.CustomOverlay, marker: Marker): void {
  const content = overlay.getContent() as HTMLElement
  content.replaceChildren(markerElement(marker))
  if (content instanceof HTMLButtonElement) content.setAttribute('aria-label', marker.label)
  overlay.setPosition(toKakao(marker.position))
  const layer = LAYERS[marker.chosen ? 'chosen' : marker.shape === 'shop' ? 'shop' : 'marker']
  content.dataset.layer = `${layer}`
  overlay.setZIndex(content === document.activeElement ? LAYERS.focused : layer)
}

/** Shifts markers that would lie under our buttons beside them, and shows the names that have room. */
function layOutOverlays(
  map: kakao.maps.Map,
  drawn: DrawnOverlays,
  markers: readonly Marker[],
  { element, covered }: Omit<Fit, 'maxZoom'>,
): void {
  const projection = map.getProjection()
  const toPixel = (position: Position) => projection.containerPointFromCoords(toKakao(position))
  const controls = controlBoxes(element)
  const standing = placeBesideControls(
    markers,
    toPixel,
    controls,
    uncoveredBox(element, covered?.() ?? NOTHING_COVERED),
  )
  const named = markersWithName(standing, zoomOf(map.getLevel()), controls)
  for (const { marker, aside } of standing) {
    const content = drawn.get(marker.key)?.getContent() as HTMLElement | undefined
    content?.toggleAttribute('data-named', named.has(marker.key))
    if (content) content.style.translate = `${aside.x}px ${aside.y}px`
  }
}

function toKakao({ lat, lng }: Position): kakao.maps.LatLng {
  return new kakao.maps.LatLng(lat, lng)
}

function fromKakao(position: kakao.maps.LatLng): Position {
  return { lat: position.getLat(), lng: position.getLng() }
}

function drawCurrentPosition(map: kakao.maps.Map, element: HTMLElement, found: FoundPosition): () => void {
  const position = toKakao(found)
  const colour = getComputedStyle(element).getPropertyValue('--here')
  const circle = new kakao.maps.Circle({
    map,
    center: position,
    radius: found.accuracy,
    strokeWeight: 1,
    strokeColor: colour,
    strokeOpacity: 0.5,
    fillColor: colour,
    fillOpacity: 0.16,
  })
  const content = document.createElement('span')
  content.className = 'here-dot'
  const dot = new kakao.maps.CustomOverlay({ map, position, content, xAnchor: 0.5, yAnchor: 0.5 })
  dot.setZIndex(LAYERS.here)
  return () => {
    circle.setMap(null)
    dot.setMap(null)
  }
}

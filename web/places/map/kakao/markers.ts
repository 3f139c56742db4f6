import type { FoundPosition } from '../../../kit/current-position.ts'
import type { Rect } from '../boxes.ts'
import { CLUSTER_SIZE, markerElement, markerSize } from '../marker-face.ts'
import { markersWithName } from '../marker-names.ts'
import type { MapOptions, Marker, Position } from '../provider.ts'

/** The device's position is below every marker. */
const LAYERS = { here: 1, marker: 2, chosen: 3 } as const

/** The drawn markers by key. */
export type DrawnOverlays = Map<string, kakao.maps.CustomOverlay>

/** Updates `drawn` to the wanted markers; one whose key stays keeps its element, and with it the focus. */
export function replaceOverlays(
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
  const content = document.createElement(focusable ? 'button' : 'span')
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
  redraw(overlay, marker)
  overlay.setMap(map)
  return overlay
}

/** Where the position is in the height of a marker, from its upper side. */
function anchorOf(marker: Marker): number {
  const [, height, foot] = markerSize(marker)
  return (height - foot) / height
}

function redraw(overlay: kakao.maps.CustomOverlay, marker: Marker): void {
  const content = overlay.getContent() as HTMLElement
  content.replaceChildren(markerElement(marker))
  if (content instanceof HTMLButtonElement) content.setAttribute('aria-label', marker.label)
  overlay.setPosition(toKakao(marker.position))
  overlay.setZIndex(marker.chosen ? LAYERS.chosen : LAYERS.marker)
}

/** Shows the names of the markers that have room for them, beside the others and our buttons over the map. */
export function nameOverlays(
  map: kakao.maps.Map,
  drawn: DrawnOverlays,
  markers: readonly Marker[],
  zoom: number,
  controls: readonly Rect[],
): void {
  const projection = map.getProjection()
  const toPixel = (position: Position) => projection.containerPointFromCoords(toKakao(position))
  const named = markersWithName(markers, toPixel, zoom, controls)
  for (const [key, overlay] of drawn)
    (overlay.getContent() as HTMLElement).toggleAttribute('data-named', named.has(key))
}

export function toKakao({ lat, lng }: Position): kakao.maps.LatLng {
  return new kakao.maps.LatLng(lat, lng)
}

export function fromKakao(position: kakao.maps.LatLng): Position {
  return { lat: position.getLat(), lng: position.getLng() }
}

/** Draws a dot at the device's position, in a circle of its accuracy. Returns a function that removes both. */
export function drawCurrentPosition(map: kakao.maps.Map, element: HTMLElement, found: FoundPosition): () => void {
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

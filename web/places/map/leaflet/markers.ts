import * as L from 'leaflet'
import type { FoundPosition } from '../../../kit/current-position.ts'
import { DEVICE_DOT_SIZE, markerElement, markerSize, pinLabel } from '../marker-face.ts'
import type { Bounds, MapOptions, Marker, PinExtent, Position } from '../provider.ts'
import { NOTHING_COVERED, panDistance, visibleMargins } from '../visible-area.ts'

/**
 * Offsets of the z-index, the front last. Leaflet adds the marker's y in pixels, so the steps are larger than any screen is
 * high.
 */
const LAYERS = {
  here: 0,
  shop: 5000,
  marker: 10_000,
  number: 20_000,
  chosen: 30_000,
  draggable: 40_000,
  focused: 50_000,
} as const

/** A click on a marker is not a click on the map, and does not pan the map. A marker below the pointer comes to the front. */
const CLICK_OPTIONS = {
  bubblingMouseEvents: false,
  autoPanOnFocus: false,
  riseOnHover: true,
  riseOffset: LAYERS.focused,
}

export type DrawnMarkers = Map<string, { leafletMarker: L.Marker; marker: Marker }>

/** Updates `drawn` to the given markers; an equal one stays untouched, because it may just be pressed. */
export function replaceMarkers(map: L.Map, drawn: DrawnMarkers, markers: readonly Marker[], options: MapOptions): void {
  const { onMarker } = options
  removeOthers(map, drawn, markers)
  for (const marker of markers) {
    const known = drawn.get(marker.key)
    // Shops are too many to pass by with the keyboard, and the list has them too.
    const focusable = options.focusable === true && marker.shape !== 'shop'
    if (known && isSame(known.marker, marker)) continue
    const leafletMarker = known?.leafletMarker ?? L.marker(marker.position, { ...CLICK_OPTIONS, keyboard: focusable })
    leafletMarker.setLatLng(marker.position).setIcon(iconOf(marker))
    leafletMarker.setZIndexOffset(isFocused(leafletMarker) ? LAYERS.focused : layerOf(marker))
    if (!known) {
      if (onMarker) leafletMarker.on('click', () => onMarker(marker.key))
      leafletMarker.addTo(map)
      if (focusable) {
        handleKeyboard(map, leafletMarker, { ...options, onPress: () => onMarker?.(marker.key) })
        riseWithFocus(leafletMarker, () => layerOf(drawn.get(marker.key)?.marker ?? marker))
      }
    }
    drawn.set(marker.key, { leafletMarker, marker })
    nameElement(leafletMarker, marker.label, focusable)
  }
}

function layerOf({ chosen, shape }: Marker): number {
  return LAYERS[chosen ? 'chosen' : shape === 'cluster' ? 'number' : shape === 'shop' ? 'shop' : 'marker']
}

function isFocused(marker: L.Marker): boolean {
  return marker.getElement()?.matches(':focus') === true
}

/** Puts the focused marker in front of others at its point. */
function riseWithFocus(marker: L.Marker, layer: () => number): void {
  marker.getElement()?.addEventListener('focus', () => marker.setZIndexOffset(LAYERS.focused))
  marker.getElement()?.addEventListener('blur', () => marker.setZIndexOffset(layer()))
}

/** A removed marker passes its focus to the map: a cluster disappears when it opens. */
function removeOthers(map: L.Map, drawn: DrawnMarkers, markers: readonly Marker[]): void {
  const keys = new Set(markers.map(({ key }) => key))
  for (const [key, { leafletMarker }] of drawn) {
    if (keys.has(key)) continue
    if (leafletMarker.getElement()?.contains(document.activeElement)) map.getContainer().focus({ preventScroll: true })
    leafletMarker.remove()
    drawn.delete(key)
  }
}

type KeyboardOptions = Pick<MapOptions, 'covered'> & { onPress: () => void }

/** Leaflet gives a marker the role of a button, but no keys, and does not pan a focused one into view. */
function handleKeyboard(map: L.Map, marker: L.Marker, { onPress, covered }: KeyboardOptions): void {
  const element = marker.getElement()
  element?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    // A space would scroll the page.
    event.preventDefault()
    if (!event.repeat) onPress()
  })
  element?.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) panIntoView(map, marker.getLatLng(), { covered })
  })
}

function isSame(one: Marker, other: Marker): boolean {
  const isThere = one.position.lat === other.position.lat && one.position.lng === other.position.lng
  return (
    isThere &&
    one.text === other.text &&
    one.label === other.label &&
    one.name === other.name &&
    one.mark === other.mark &&
    one.shape === other.shape &&
    one.photo === other.photo &&
    one.kind === other.kind &&
    one.chosen === other.chosen
  )
}

function iconOf(
  marker: Pick<Marker, 'shape' | 'text' | 'label' | 'chosen' | 'name' | 'mark' | 'photo' | 'kind'>,
): L.DivIcon {
  const [width, height, foot] = markerSize(marker)
  const iconAnchor: [number, number] = [width / 2, height - foot]
  return L.divIcon({ className: 'marker-place', html: markerElement(marker), iconSize: [width, height], iconAnchor })
}

/** Markers without an action are hidden from screen readers, because a list has the same content. */
function nameElement(marker: L.Marker, label: string, isButton: boolean): void {
  const element = marker.getElement()
  if (isButton) element?.setAttribute('aria-label', label)
  else element?.setAttribute('aria-hidden', 'true')
}

/** Draws the pin. With a name it only shows where that is: it lies below the markers and cannot be pressed or dragged. */
export function drawPin(
  map: L.Map,
  position: Position,
  isConfirmed: boolean,
  name: string | undefined,
  { onPinMove }: MapOptions,
): L.Marker {
  const label = name ?? pinLabel(isConfirmed)
  const icon = iconOf({ shape: 'pin', text: isConfirmed ? '' : '?', label, chosen: isConfirmed, ...(name && { name }) })
  const isPressable = name === undefined
  const draggable = isPressable && Boolean(onPinMove)
  const marker = L.marker(position, { icon, draggable, interactive: isPressable, autoPan: true, keyboard: false })
  marker.on('dragend', () => {
    const { lat, lng } = marker.getLatLng()
    onPinMove?.({ lat, lng })
  })
  marker.setZIndexOffset(LAYERS[isPressable ? 'draggable' : 'here']).addTo(map)
  nameElement(marker, label, false)
  marker.getElement()?.toggleAttribute('data-named', !isPressable)
  return marker
}

/** Draws where the place of a proposed pin may be. */
export function drawExtent(position: Position, extent: PinExtent): L.Layer {
  const look = { interactive: false, className: 'pin-extent' }
  if ('road' in extent) return L.polyline([...extent.road], { ...look, className: 'pin-road' })
  return L.circle(position, { ...look, radius: extent.radius, weight: 1 })
}

export function drawCurrentPosition({ lat, lng, accuracy }: FoundPosition): L.LayerGroup {
  return L.layerGroup([
    L.circle([lat, lng], { interactive: false, radius: accuracy, weight: 1, className: 'here-circle' }),
    L.marker([lat, lng], {
      icon: L.divIcon({ className: 'here-dot', iconSize: [DEVICE_DOT_SIZE, DEVICE_DOT_SIZE] }),
      interactive: false,
      keyboard: false,
      zIndexOffset: LAYERS.here,
    }),
  ])
}

type Options = Pick<MapOptions, 'covered'>

/** Shows the whole bounds in the uncovered part of the map, but at least at zoom `minZoom`. */
export function fitBounds(
  map: L.Map,
  { south, west, north, east }: Bounds,
  { covered, maxZoom, minZoom = 0 }: Options & { maxZoom: number; minZoom?: number | undefined },
): void {
  const bounds = L.latLngBounds([south, west], [north, east])
  const { top, right, bottom, left } = visibleMargins(map.getSize().y, covered?.() ?? NOTHING_COVERED)
  const isTooFar = map.getBoundsZoom(bounds, false, L.point(left + right, top + bottom)) < minZoom
  if (isTooFar) map.setView(bounds.getCenter(), minZoom)
  else map.fitBounds(bounds, { maxZoom, paddingTopLeft: [left, top], paddingBottomRight: [right, bottom] })
}

/** Pans as little as needed until a pin there is visible; returns whether it had to. */
export function panIntoView(map: L.Map, position: Position, { covered }: Options): boolean {
  const [foot, size] = [map.latLngToContainerPoint(position), map.getSize()]
  const steps = panDistance([foot.x, foot.y], [size.x, size.y], covered?.() ?? NOTHING_COVERED)
  const isHidden = steps.some((step) => step !== 0)
  if (isHidden) panBy(map, steps)
  return isHidden
}

export function panBy(map: L.Map, steps: [x: number, y: number]): void {
  map.panBy(steps, { animate: map.options.zoomAnimation !== false })
}

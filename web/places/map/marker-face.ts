import type { FoodKind } from '#rules/food-kinds.ts'
import { kindShapes } from '../../kit/kind-shapes.gen.ts'
import type { Covered, Marker, Position } from './provider.ts'

export type Rect = { left: number; top: number; right: number; bottom: number }

const PIN_SIZE = [36, 50] as const
/** Pixels of the pin's picture below its tip. */
const PIN_OVERHANG = 4
/** Large enough for a fingertip, for any number. */
export const CLUSTER_SIZE = [48, 48] as const

/** A round pin with a sign, and room for a fingertip around it. */
const SPOT_SIZE = [48, 54] as const

/** A word on a tip, and room for a fingertip above it. */
const KIND_SIZE = [58, 48] as const
const PHOTO_SIZE = [48, 56] as const
/** A dot, and room for a fingertip around it, which other markers and names may cover. */
const SHOP_SIZE = [44, 44] as const
const SHOP_DOT = 14
export const CHOSEN_PHOTO_SIZE = [64, 72] as const

type Face = Pick<Marker, 'shape' | 'chosen'>

export function markerSize({ shape, chosen }: Face): readonly [width: number, height: number, foot: number] {
  switch (shape) {
    case 'pin':
      return [...PIN_SIZE, PIN_OVERHANG]
    case 'spot':
      return [...SPOT_SIZE, 0]
    case 'kind':
      return [...KIND_SIZE, 0]
    case 'photo':
      return [...(chosen ? CHOSEN_PHOTO_SIZE : PHOTO_SIZE), 0]
    case 'shop':
      return [...SHOP_SIZE, SHOP_SIZE[1] / 2]
    default:
      return [...CLUSTER_SIZE, CLUSTER_SIZE[1] / 2]
  }
}

/** Diameter in pixels of the dot at the device's position (drawn-map.css). */
export const DEVICE_DOT_SIZE = 17

/** Box of a marker's visible part around its position, in pixels. */
export function markerBox(face: Face): Rect {
  if (face.shape === 'shop') return around(SHOP_DOT / 2)
  const [width, height, foot] = markerSize(face)
  return { left: -width / 2, top: foot - height, right: width / 2, bottom: foot }
}

function around(half: number): Rect {
  return { left: -half, top: -half, right: half, bottom: half }
}

export function pinLabel(isConfirmed: boolean): string {
  return isConfirmed ? '선택한 위치' : '아직 확인하지 않은 위치'
}

export function markerElement({
  shape,
  text,
  chosen,
  label,
  name,
  mark,
  photo,
  kind,
}: Pick<Marker, 'shape' | 'text' | 'chosen' | 'label' | 'name' | 'mark' | 'photo' | 'kind'>): HTMLElement {
  const face = document.createElement('span')
  face.className = `marker marker-${shape}${chosen ? ' marker-chosen' : ''}`
  face.title = label
  if (mark) {
    face.dataset.mark = mark
    // The style sheet draws it, as on the marks of posts.
    face.append(Object.assign(document.createElement('span'), { className: 'sign' }))
  }
  if (shape === 'pin') face.append(drawPin())
  const words = document.createElement('span')
  words.className = 'marker-text'
  words.textContent = text
  if (kind) words.prepend(drawKind(kind))
  face.append(words, ' ')
  if (photo) face.append(drawPhoto(photo))
  if (name) {
    const beside = document.createElement('span')
    beside.className = 'marker-name'
    beside.textContent = name
    face.append(beside)
  }
  return face
}

function drawKind(kind: FoodKind): SVGElement {
  const svg = element('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  svg.innerHTML = kindShapes[kind]
  return svg
}

function drawPhoto(url: string): HTMLImageElement {
  const image = Object.assign(document.createElement('img'), { alt: '', decoding: 'async', draggable: false, src: url })
  image.addEventListener('error', () => image.remove())
  return image
}

const SVG = 'http://www.w3.org/2000/svg'

function drawPin(): SVGElement {
  const svg = element('svg', { viewBox: '-18 -46 36 50', width: '36', height: '50', 'aria-hidden': 'true' })
  svg.append(
    element('ellipse', { class: 'marker-shade', cx: '0', cy: '1', rx: '9', ry: '3' }),
    element('path', { class: 'marker-body', d: 'M0 0c-3-7-16-15-16-28a16 16 0 0 1 32 0C16-15 3-7 0 0Z' }),
  )
  return svg
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** From this zoom markers show their names; from farther away the names of the map's cities need the room. */
const NAME_ZOOM = 12
/** Approximate widths of letters and the greatest width of a name, in pixels (drawn-map.css). */
const WIDE_LETTER_WIDTH = 12.5
const LETTER_WIDTH = 7
const FIRST_WIDE_LETTER = 0x1100
const MAX_NAME_WIDTH = 128
const NAME_HEIGHT = 18

/** The box of a name around its pin's position; it is below the pin. */
export function nameBox(name: string, shape: Marker['shape'] = 'pin'): Rect {
  const letters = [...name].map((letter) =>
    (letter.codePointAt(0) ?? 0) < FIRST_WIDE_LETTER ? LETTER_WIDTH : WIDE_LETTER_WIDTH,
  )
  const half =
    Math.min(
      MAX_NAME_WIDTH,
      letters.reduce((sum, width) => sum + width, 0),
    ) / 2
  const top = shape === 'shop' ? SHOP_DOT / 2 : PIN_OVERHANG
  return { left: -half, top, right: half, bottom: top + NAME_HEIGHT }
}

/**
 * Keys of the markers that show their names: always the chosen one; from `NAME_ZOOM` the others in order, if the name covers
 * no other marker or name. Names of posts may cover the dots of shops, names of shops may not.
 * @param controls boxes of elements over the map, such as its buttons
 */
export function markersWithName(
  standing: readonly PlacedMarker[],
  zoom: number,
  controls: readonly Rect[],
): Set<string> {
  const named = new Set<string>()
  const faces = standing.map(({ marker: { key, ...face }, at }) => ({
    key,
    isShop: face.shape === 'shop',
    box: offsetBy(markerBox(face), at),
  }))
  const names: Rect[] = []
  const chosenFirst = standing.toSorted(
    (one, other) => Number(other.marker.chosen ?? false) - Number(one.marker.chosen ?? false),
  )
  for (const { marker, at } of chosenFirst) {
    if (!marker.name || (zoom < NAME_ZOOM && !marker.chosen)) continue
    const box = offsetBy(nameBox(marker.name, marker.shape), at)
    const isShop = marker.shape === 'shop'
    const isFree =
      ![...names, ...controls].some((other) => doOverlap(box, other)) &&
      !faces.some((face) => face.key !== marker.key && (isShop || !face.isShop) && doOverlap(box, face.box))
    if (!isFree && !marker.chosen) continue
    names.push(box)
    named.add(marker.key)
  }
  return named
}

type Pixel = { x: number; y: number }
/** A marker, the pixel of the map where it is drawn, and its distance from the pixel of its position. */
export type PlacedMarker = { marker: Marker; at: Pixel; aside: Pixel }

/** Pixels between a control and a marker that gave way to it. */
const CONTROL_GAP = 4

/**
 * Where each marker is drawn: at its position, or as little beside it as needed where a control lies, because a
 * marker below a button can be neither seen nor pressed.
 * @param toPixel converts a position to a pixel of the map
 * @param controls boxes of elements over the map, such as its buttons
 * @param room the part of the map that is seen; markers outside it stay where they are
 */
export function placeBesideControls(
  markers: readonly Marker[],
  toPixel: (position: Position) => Pixel,
  controls: readonly Rect[],
  room: Rect,
): PlacedMarker[] {
  const standing = markers.map((marker) => ({ marker, at: toPixel(marker.position), aside: { x: 0, y: 0 } }))
  for (const one of standing) {
    const box = offsetBy(markerBox(one.marker), one.at)
    const over = controls.filter((control) => doOverlap(box, control))
    // The dots of shops stay: there are so many that some may lie below a button.
    if (one.marker.shape === 'shop' || over.length === 0 || !isSeen(box, room)) continue
    const others = standing.filter((other) => other !== one).map(({ marker, at }) => offsetBy(markerBox(marker), at))
    const free = asidesOf(box, over)
      .map((aside) => ({ aside, box: offsetBy(box, aside) }))
      .filter((to) => isSeen(to.box, room) && !controls.some((control) => doOverlap(to.box, control)))
    const aside = (free.find((to) => !others.some((other) => doOverlap(to.box, other))) ?? free[0])?.aside
    if (!aside) continue
    one.aside = aside
    one.at = { x: one.at.x + aside.x, y: one.at.y + aside.y }
  }
  return standing
}

/** Shifts by which a box gets past the controls, the shortest first. */
function asidesOf(box: Rect, controls: readonly Rect[]): Pixel[] {
  const xs = controls.flatMap(({ left, right }) => [left - CONTROL_GAP - box.right, right + CONTROL_GAP - box.left])
  const ys = controls.flatMap(({ top, bottom }) => [top - CONTROL_GAP - box.bottom, bottom + CONTROL_GAP - box.top])
  return [0, ...xs]
    .flatMap((x) => [0, ...ys].map((y) => ({ x, y })))
    .toSorted((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y))
}

function isSeen({ left, top, right, bottom }: Rect, room: Rect): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > room.left && x < room.right && y > room.top && y < room.bottom
}

export function offsetBy({ left, top, right, bottom }: Rect, { x, y }: Pixel): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

const CONTROLS = '.map-tools, .map-again, .map-credits'

export function controlBoxes(map: HTMLElement): Rect[] {
  return [...(map.parentElement?.querySelectorAll(CONTROLS) ?? [])].map((control) => boxIn(map, control))
}

/** The part of a map between those that are covered at its top and bottom. */
export function uncoveredBox(map: HTMLElement, { top, bottom }: Covered): Rect {
  return { left: 0, top, right: map.clientWidth, bottom: map.clientHeight - bottom }
}

export function boxIn(map: HTMLElement, element: Element): Rect {
  const { left, top } = map.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
}

export function watchControls(map: HTMLElement, onChange: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => !map.contains(target))) onChange()
  })
  const around = map.parentElement
  if (around) observer.observe(around, { childList: true, subtree: true, attributeFilter: ['data-open'] })
  return () => observer.disconnect()
}

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

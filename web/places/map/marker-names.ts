import { markerBox, PIN_OVERHANG, type Rect } from './marker-face.ts'
import type { Marker, Position } from './provider.ts'

/** From this zoom markers show their names; from farther away the names of the map's cities need the room. */
const NAME_ZOOM = 12
/** Approximate widths of letters and the greatest width of a name, in pixels (map.css). */
const WIDE_LETTER_WIDTH = 12.5
const LETTER_WIDTH = 7
const FIRST_WIDE_LETTER = 0x1100
const MAX_WIDTH = 128
const HEIGHT = 18

/** The box of a name around its pin's position; it is below the pin. */
export function nameBox(name: string): Rect {
  const letters = [...name].map((letter) =>
    (letter.codePointAt(0) ?? 0) < FIRST_WIDE_LETTER ? LETTER_WIDTH : WIDE_LETTER_WIDTH,
  )
  const half =
    Math.min(
      MAX_WIDTH,
      letters.reduce((sum, width) => sum + width, 0),
    ) / 2
  return { left: -half, top: PIN_OVERHANG, right: half, bottom: PIN_OVERHANG + HEIGHT }
}

/**
 * Keys of the markers whose names have room: the chosen one, from `NAME_ZOOM` others in order, never over another.
 * @param toPixel converts a position to a pixel of the map, from its upper left corner
 * @param controls the boxes of what lies over the map, such as its buttons
 */
export function markersWithName(
  markers: readonly Marker[],
  toPixel: (position: Position) => { x: number; y: number },
  zoom: number,
  controls: readonly Rect[],
): Set<string> {
  const named = new Set<string>()
  const standing = markers.map((marker) => ({ marker, at: toPixel(marker.position) }))
  const faces = standing.map(({ marker, at }) => ({ key: marker.key, box: offsetBy(markerBox(marker), at) }))
  const names: Rect[] = []
  const chosenFirst = standing.toSorted(
    (one, other) => Number(other.marker.chosen ?? false) - Number(one.marker.chosen ?? false),
  )
  for (const { marker, at } of chosenFirst) {
    if (!marker.name || (zoom < NAME_ZOOM && !marker.chosen)) continue
    const box = offsetBy(nameBox(marker.name), at)
    const isFree =
      ![...names, ...controls].some((other) => doOverlap(box, other)) &&
      !faces.some(({ key, box: face }) => key !== marker.key && doOverlap(box, face))
    if (!isFree && !marker.chosen) continue
    names.push(box)
    named.add(marker.key)
  }
  return named
}

function offsetBy({ left, top, right, bottom }: Rect, { x, y }: { x: number; y: number }): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

/** Buttons, scale and credits over a map (map-box.tsx and Leaflet's own). */
const CONTROLS = '.map-tool, .map-again, .map-credits, .leaflet-control-scale-line'

/** The boxes of what lies over a map, in pixels from its upper left corner. */
export function controlBoxes(map: HTMLElement): Rect[] {
  return [...(map.parentElement?.querySelectorAll(CONTROLS) ?? [])].map((control) => boxIn(map, control))
}

/** The box of an element, in pixels from the upper left corner of a map. */
export function boxIn(map: HTMLElement, element: Element): Rect {
  const { left, top } = map.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
}

/** Calls `onChange` when something over a map appears, disappears or unfolds. Returns a function that stops it. */
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

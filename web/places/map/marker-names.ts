import { doOverlap, type Rect } from './boxes.ts'
import { markerBox, PIN_OVERHANG } from './marker-face.ts'
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

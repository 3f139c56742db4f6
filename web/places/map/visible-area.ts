import { CLUSTER_SIZE, PIN_SIZE } from './marker-face.ts'

export type Pixels = readonly [x: number, y: number]
/** Pixels at the sides of a map. */
export type Margins = { top: number; right: number; bottom: number; left: number }

/** The buttons at the right of every map, with the space beside them. As in map.css; a test compares the two. */
export const TOOLS_WIDTH = 56
/** Between a marker and whatever covers the map. */
const GAP = 12
/** Between the upper side of the map and the foot of a pin that is wholly visible. */
const TOP = PIN_SIZE[1] + GAP

/** Margins in which a cluster or a pin would be partly hidden; `covered`: height at the bottom in pixels. */
export function visibleMargins(height: number, covered: number): Margins {
  const [width, tall] = CLUSTER_SIZE
  const [side, end] = [width / 2 + GAP, tall / 2 + GAP]
  // The remaining height is never negative.
  const top = Math.min(TOP, height - 1)
  return { top, right: side + TOOLS_WIDTH, bottom: Math.min(end + covered, height - top - 1), left: side }
}

/** How far a map of this size must pan so that a pin or cluster at this point is visible, beside the buttons. */
export function panDistance([x, y]: Pixels, [width, height]: Pixels, covered: number): [x: number, y: number] {
  const side = CLUSTER_SIZE[0] / 2
  const [top, bottom] = [TOP, height - covered - CLUSTER_SIZE[1] / 2 - GAP / 2]
  const stepTo = (from: number, least: number, most: number) => Math.round(from - Math.min(most, Math.max(least, from)))
  return [stepTo(x, side, width - side - TOOLS_WIDTH), stepTo(y, top, bottom)]
}

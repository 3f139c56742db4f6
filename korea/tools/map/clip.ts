import type { Box, Line, Point } from './lines.ts'

/** The part of a ring in the box (Sutherland and Hodgman); empty if there is none. */
export function clipRing(ring: Line, box: Box): Line {
  return sidesOf(box).reduce<Line>(
    (points, { axis, at, isIn }) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1) as Point
        const crossing = isIn(point) === isIn(before) ? [] : [crossingOf(before, point, axis, at)]
        return isIn(point) ? [...crossing, point] : crossing
      }),
    ring,
  )
}

/** The pieces of a line that lie in the box. */
export function clipLine(line: Line, box: Box): Line[] {
  return sidesOf(box).reduce<Line[]>((lines, side) => lines.flatMap((one) => cutAt(one, side)), [line])
}

type Side = { axis: 0 | 1; at: number; isIn: (point: Point) => boolean }

function sidesOf({ left, top, right, bottom }: Box): Side[] {
  return [
    { axis: 0, at: left, isIn: ([x]) => x >= left },
    { axis: 0, at: right, isIn: ([x]) => x <= right },
    { axis: 1, at: top, isIn: ([, y]) => y >= top },
    { axis: 1, at: bottom, isIn: ([, y]) => y <= bottom },
  ]
}

function cutAt(line: Line, { axis, at, isIn }: Side): Line[] {
  const pieces: Line[] = []
  let piece: Line = []
  line.forEach((point, index) => {
    const before = line[index - 1]
    if (before && isIn(before) !== isIn(point)) piece.push(crossingOf(before, point, axis, at))
    if (isIn(point)) piece.push(point)
    else if (piece.length > 0) {
      pieces.push(piece)
      piece = []
    }
  })
  return [...pieces, piece].filter(({ length }) => length > 1)
}

function crossingOf(from: Point, to: Point, axis: 0 | 1, at: number): Point {
  const part = (at - from[axis]) / (to[axis] - from[axis])
  return axis === 0 ? [at, from[1] + part * (to[1] - from[1])] : [from[0] + part * (to[0] - from[0]), at]
}

export function boxOf(line: Line): Box {
  const box = { left: 1, top: 1, right: 0, bottom: 0 }
  for (const [x, y] of line) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

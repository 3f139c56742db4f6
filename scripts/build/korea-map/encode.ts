import type { EncodedLine, EncodedName } from '#rules/korea-map.ts'
import type { Line, Point } from './lines.ts'

/** A grid of integer steps: its corner, and the number of bits for the width of the world. */
export type Grid = { corner: Point; bits: number }

/** A named point in Web Mercator. */
export type NamedPoint = { name: string; at: Point }

export function encodePoint([x, y]: Point, { corner, bits }: Grid): [x: number, y: number] {
  return [Math.round((x - corner[0]) * 2 ** bits), Math.round((y - corner[1]) * 2 ** bits)]
}

/** Lines in the file format; those with too few points on the grid are left out. */
export function encodeLines(lines: readonly Line[], grid: Grid, leastPoints = 2): EncodedLine[] {
  const whole = lines.map((line) => withoutRepeats(line.map((point) => encodePoint(point, grid))))
  let before: Point = [0, 0]
  return whole
    .filter(({ length }) => length >= leastPoints)
    .map((line) =>
      line.flatMap((point) => {
        const steps = [point[0] - before[0], point[1] - before[1]]
        before = point
        return steps
      }),
    )
}

/** Named points in the file format. */
export function encodeNames(points: readonly NamedPoint[], grid: Grid): EncodedName[] {
  return points.map(({ name, at }) => [name, ...encodePoint(at, grid)])
}

function withoutRepeats(points: Line): Line {
  return points.filter(([x, y], index) => {
    const before = points[index - 1]
    return !before || before[0] !== x || before[1] !== y
  })
}

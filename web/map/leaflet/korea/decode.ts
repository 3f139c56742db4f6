import type { Box, EncodedLine, EncodedName } from '#rules/korea-map.ts'

/** A line as x, y, x, y, …, in Web Mercator. */
export type MapLine = Box & { points: Float64Array }
export type MapName = { name: string; x: number; y: number }

type Grid = { left: number; top: number; bits: number }
export const wholeGrid = (bits: number): Grid => ({ left: 0, top: 0, bits })
export const squareGrid = (x: number, y: number, zoom: number, bits: number): Grid => ({
  left: x / 2 ** zoom,
  top: y / 2 ** zoom,
  bits,
})

/** Decodes a list of lines (rules/korea-map.ts). */
export function decodeLines(lines: readonly EncodedLine[], { left, top, bits }: Grid): MapLine[] {
  let [right, down] = [0, 0]
  return lines.map((steps) => {
    const line = { points: new Float64Array(steps.length), left: 1, top: 1, right: 0, bottom: 0 }
    for (let index = 0; index < steps.length; index += 2) {
      right += steps[index] ?? 0
      down += steps[index + 1] ?? 0
      const [x, y] = [left + right / 2 ** bits, top + down / 2 ** bits]
      line.points[index] = x
      line.points[index + 1] = y
      if (x < line.left) line.left = x
      if (x > line.right) line.right = x
      if (y < line.top) line.top = y
      if (y > line.bottom) line.bottom = y
    }
    return line
  })
}

/** Decodes a list of names. */
export function decodeNames(names: readonly EncodedName[], { left, top, bits }: Grid): MapName[] {
  return names.map(([name, x, y]) => ({ name, x: left + x / 2 ** bits, y: top + y / 2 ** bits }))
}

/** How often the corners of a line are cut. */
const SMOOTHING_ROUNDS = 2

/** Smooths a line by cutting its corners (Chaikin), for rivers. */
export function smoothed(line: MapLine): MapLine {
  let { points } = line
  for (let cut = 0; cut < SMOOTHING_ROUNDS && points.length > 4; cut++) points = withoutCorners(points)
  return { ...line, points }
}

function withoutCorners(points: Float64Array): Float64Array {
  const last = points.length - 2
  const cut = [points[0], points[1]] as number[]
  for (let index = 0; index < last; index += 2) {
    const [x, y, toX, toY] = points.subarray(index, index + 4) as unknown as [number, number, number, number]
    cut.push(x + (toX - x) / 4, y + (toY - y) / 4, x + (3 * (toX - x)) / 4, y + (3 * (toY - y)) / 4)
  }
  return Float64Array.from([...cut, points[last] as number, points[last + 1] as number])
}

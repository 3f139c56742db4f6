import { expect, test } from 'vitest'
import { type Line, type Point, simplify } from './lines.ts'
import { RailNetwork } from './rail-network.ts'

const METRE = 1 / 32_000_000
const at = (x: number, y: number): Point => [0.85 + x * METRE, 0.39 + y * METRE]
const track = (...points: [number, number][]) => ({
  kind: 'subway',
  brunnel: 'tunnel',
  name: '',
  line: points.map(([x, y]) => at(x, y)),
})
const metres = (line: Line) => line.map(([x, y]) => [Math.round((x - 0.85) / METRE), Math.round((y - 0.39) / METRE)])

test('a line follows its tracks, over the gap between two pieces, and its stations stand on it', () => {
  const network = new RailNetwork([track([0, 0], [500, 300], [990, 300]), track([1000, 300], [2000, 0])])
  const { line, stops } = network.courseThrough([at(20, 60), at(1990, 40)])
  // In short steps, which the tiles simplify.
  const course = simplify(line, 2 * METRE)
  expect(metres(course).slice(1)).toEqual([[500, 300], [1000, 300], expect.arrayContaining([expect.any(Number)])])
  for (const [index, [x, y]] of [at(20, 60), at(1990, 40)].entries()) {
    const [stopX, stopY] = stops[index] as Point
    expect(Math.hypot(stopX - x, stopY - y)).toBeLessThan(80 * METRE)
  }
})

test('without tracks, or with only a long way round, a line is straight', () => {
  const network = new RailNetwork([track([0, 0], [0, 5000], [2000, 5000], [2000, 0])])
  expect(metres(network.courseThrough([at(0, 0), at(2000, 0)]).line)).toEqual([
    [0, 0],
    [2000, 0],
  ])
})

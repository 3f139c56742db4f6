import type { Position } from '#rules/position.ts'
import { type Line, lengthOf, pointAt, project } from './geometry.ts'

/** Korean building numbers count along the road, 10 m each, odd ones on the left (도로명주소법 시행령). */

export type NumberedRoad = Readonly<{
  line: Line
  start: 'junctions' | 'order' | 'parent' | 'compass'
  gap: number | null
  known: readonly number[]
}>

const METRES_PER_NUMBER = 10

const ROADSIDE = 18

/** Metres within which the building probably is; null for anywhere on its road. */
export type Radius = number | null

export type Estimate = Position & Readonly<{ radius: Radius; along: number }>

export function locateNumber(road: NumberedRoad, number: number): Estimate {
  const length = lengthOf(road.line)
  const along = metresOf(road.known, number)
  const at = pointAt(road.line, Math.max(0, Math.min(along, length)), number % 2 === 1 ? ROADSIDE : -ROADSIDE)
  return { ...at, along, radius: reaches(road, number) ? radiusOf(road, number, along, length) : null }
}

/** Metres that each number behind a hyphen adds: its building stands behind the one of the main number. */
const METRES_PER_SUB = 10
const MOST_SUBS = 20

export function withSub(radius: Radius, { sub }: Readonly<{ sub: number }>): Radius {
  return radius === null ? null : radius + METRES_PER_SUB * Math.min(sub, MOST_SUBS)
}

/** A line may end some metres before its last building. */
const MAX_BEYOND = 30

export function reaches({ line, known }: Pick<NumberedRoad, 'line' | 'known'>, number: number): boolean {
  return metresOf(known, number) - lengthOf(line) <= MAX_BEYOND
}

/** The number at the point of the road nearest to a position, and its distance in metres. */
export function numberAt(road: NumberedRoad, position: Position): { number: number; away: number; radius: Radius } {
  const { away, along, isLeft } = project(road.line, position)
  const exact = numberOf(road.known, along)
  const number = Math.max(1, isLeft ? 2 * Math.round((exact - 1) / 2) + 1 : 2 * Math.round(exact / 2))
  return { number, away, radius: radiusOf(road, number, along, lengthOf(road.line)) }
}

/** Certainty depends on how the road's start was found, and decreases with the distance. */
function radiusOf({ start, gap, known }: NumberedRoad, number: number, along: number, length: number): Radius {
  const steps = pairs(known).map(([other]) => (other - number) * METRES_PER_NUMBER)
  const isNear = (reach: number) => steps.some((step) => Math.abs(step) <= reach)
  const isBetween = steps.some((step) => step <= 0 && step >= -400) && steps.some((step) => step >= 0 && step <= 400)
  const fromParent = start === 'parent' && gap !== null ? gap : Number.POSITIVE_INFINITY
  if (isBetween || length <= 120) return 50
  if (steps.length >= 5 && isNear(200)) return 50
  if (fromParent <= 15 && along <= 100) return 50
  if (start === 'order' && along <= 400) return 50
  if (isNear(1000) || (fromParent <= 25 && along <= 400) || (start === 'order' && along <= 1500)) return 200
  return length <= 300 ? 200 : null
}

function metresOf(known: readonly number[], number: number): number {
  return interpolate(pairs(known), number, METRES_PER_NUMBER)
}

function numberOf(known: readonly number[], metres: number): number {
  const reversed = pairs(known).map(([number, along]) => [along, number] as const)
  return interpolate(reversed, metres, 1 / METRES_PER_NUMBER)
}

function interpolate(points: readonly (readonly [x: number, y: number])[], x: number, slope: number): number {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return x * slope
  if (x <= first[0]) return Math.max(Math.min(x * slope, first[1]), first[1] - (first[0] - x) * slope)
  if (x >= last[0]) return last[1] + (x - last[0]) * slope
  const index = points.findIndex(([other]) => other > x)
  const [a, b] = [points[index - 1] ?? first, points[index] ?? last]
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
}

function pairs(known: readonly number[]): (readonly [number, number])[] {
  return known.flatMap((value, index) => (index % 2 === 0 ? [[value, known[index + 1] ?? 0] as const] : []))
}

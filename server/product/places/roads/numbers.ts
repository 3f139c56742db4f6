import type { Position } from '#rules/position.ts'
import { type Line, lengthOf, pointAt, project } from './geometry.ts'

/**
 * Korean building numbers count along the road, 10 m each, odd ones on the left (도로명주소법 시행령). A 시군구 may count 5 m in
 * its alleys, where buildings stand close.
 */

/** A road on which building numbers are located, with its line from the end where they begin. */
export type NumberedRoad = Readonly<{
  line: Line
  /** How that end was found. */
  start: 'junctions' | 'order' | 'parent' | 'compass'
  /** Metres from the start of a branch to its road. */
  gap: number | null
  /** Known building numbers, each followed by its metres from the start. */
  known: readonly number[]
  /** Whether it is an alley ('길'), on which numbers may count five metres. */
  isAlley?: boolean
  /** Whether numbers count five metres on all alleys of its 시군구. */
  isShort?: boolean
}>

export type Road = NumberedRoad & Readonly<{ name: string; districts: string[] }>

const METRES_PER_NUMBER = 10
const METRES_IN_ALLEY = 5

const ROADSIDE = 22

/** Metres around a position in which the building probably is; null for anywhere on its road. */
export type Radius = number | null

/** Estimated position of a building number, `along` metres from the start of the road. */
export type Estimate = Position & Readonly<{ radius: Radius; along: number }>

/** Estimates the position of a building number on its road. */
export function locateNumber(road: NumberedRoad, number: number): Estimate {
  const length = lengthOf(road.line)
  const along = metresOf(road, number)
  const at = pointAt(road.line, Math.max(0, Math.min(along, length)), number % 2 === 1 ? ROADSIDE : -ROADSIDE)
  return { ...at, along, radius: isLongEnough(road, number) ? radiusOf(road, number, along, length) : null }
}

/** Metres that each number behind a hyphen adds to the radius: '12-3' is somewhere behind 12. */
const METRES_PER_SUB = 10
const MOST_SUBS = 20

/** Widens the radius for a number behind a hyphen: '12-3'. */
export function widenForSub(radius: Radius, { sub }: Readonly<{ sub: number }>): Radius {
  return radius === null ? null : radius + METRES_PER_SUB * Math.min(sub, MOST_SUBS)
}

/** Metres by which the last building may lie beyond the end of the road's line. */
const MAX_BEYOND = 30

/** Whether a road is long enough to have a building of this number. */
export function isLongEnough(road: NumberedRoad, number: number): boolean {
  return metresOf(road, number) - lengthOf(road.line) <= MAX_BEYOND
}

/** The number at the point of the road nearest to a position, and its distance in metres. */
export function numberAt(road: NumberedRoad, position: Position): { number: number; away: number; radius: Radius } {
  const { away, along, isLeft } = project(road.line, position)
  const exact = numberOf(road, along)
  const number = Math.max(1, isLeft ? 2 * Math.round((exact - 1) / 2) + 1 : 2 * Math.round(exact / 2))
  return { number, away, radius: radiusOf(road, number, along, lengthOf(road.line)) }
}

/**
 * Metres within which nine of ten buildings are, as measured in `bench/results/addresses.md`. They depend on how the start of
 * the road was found, and grow with the distance from it and from known numbers.
 */
function radiusOf({ start, gap, known, isAlley }: NumberedRoad, number: number, along: number, length: number): Radius {
  const steps = pairs(known).map(([other]) => (other - number) * METRES_PER_NUMBER)
  const isNear = (reach: number) => steps.some((step) => Math.abs(step) <= reach)
  const isBetween = steps.some((step) => step <= 0 && step >= -400) && steps.some((step) => step >= 0 && step <= 400)
  if (isBetween || length <= 120) return 100
  if (steps.length >= 5 && isNear(200)) return 150
  if (isNear(300)) return 200
  if (isAlley && length <= 300) return 150
  if (isNear(1000) || length <= 300) return 300
  if (start === 'parent' && along <= 1000) return (gap ?? LOOSE) <= TOUCHING ? (along <= 400 ? 150 : 200) : 300
  if (start === 'order' && along <= 2000) return along <= 400 ? 200 : along <= 1000 ? 300 : 450
  return null
}

/** Largest `gap` of a branch that touches its road, and the one assumed if it is unknown. */
const TOUCHING = 25
const LOOSE = 100

function metresOf(road: NumberedRoad, number: number): number {
  return interpolate(pairs(road.known), number, stepOf(road, number))
}

/** Metres for each number: five in an alley that would otherwise end before the number. */
function stepOf({ line, known, isAlley, isShort }: NumberedRoad, number: number): number {
  if (!isAlley || known.length > 0) return METRES_PER_NUMBER
  const end = lengthOf(line) + MAX_BEYOND
  const isBeyond = number * METRES_PER_NUMBER > end && number * METRES_IN_ALLEY <= end
  return isShort || isBeyond ? METRES_IN_ALLEY : METRES_PER_NUMBER
}

function numberOf(road: NumberedRoad, metres: number): number {
  const reversed = pairs(road.known).map(([number, along]) => [along, number] as const)
  return interpolate(reversed, metres, 1 / stepOf(road, 0))
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

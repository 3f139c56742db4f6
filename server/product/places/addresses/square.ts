import type { Position } from '#rules/position.ts'

/** The country in squares of a thousandth of a degree, some hundred metres wide, each with a number. */

const SQUARES_PER_DEGREE = 1000

/** Squares that are numbered from west to east: more than Korea has. */
const COLUMNS = 16_384
const WEST = 120

/** Number of the grid square in which a position lies. */
export function squareOf({ lat, lng }: Position): number {
  return Math.floor(lat * SQUARES_PER_DEGREE) * COLUMNS + Math.floor((lng - WEST) * SQUARES_PER_DEGREE)
}

/** The square of the position and the eight around it. */
export function squaresAround(position: Position): number[] {
  const middle = squareOf(position)
  return [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => middle + row * COLUMNS + column))
}

/** Positions are stored as whole millionths of a degree, which take half the space. */
const MILLION = 1_000_000

export function toMillionths(degrees: number): number {
  return Math.round(degrees * MILLION)
}

export function toDegrees(millionths: number): number {
  return millionths / MILLION
}

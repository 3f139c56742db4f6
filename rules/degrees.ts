import * as v from 'valibot'
import { errorMessages } from './errors.ts'

/**
 * Smaller degrees become zero: a tenth of a millimetre. PostgreSQL raises "value out of range: underflow" for results
 * too small for a number, such as half of the smallest one.
 */
const SMALLEST_DEGREES = 1e-9

const degrees = (limit: number) =>
  v.pipe(
    v.number(errorMessages.BAD_USER_INPUT),
    v.check((value) => Math.abs(value) <= limit, errorMessages.BAD_USER_INPUT),
    v.transform((value) => (Math.abs(value) < SMALLEST_DEGREES ? 0 : value)),
  )

/** Degrees, WGS 84. */
export const latitude = degrees(90)
/** Degrees, WGS 84. */
export const longitude = degrees(180)

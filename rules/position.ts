import * as v from 'valibot'
import { errorMessages } from './errors.ts'

/**
 * Degrees nearer to zero than this are zero: a tenth of a millimetre. PostgreSQL refuses arithmetic whose result is too
 * small for a number ("value out of range: underflow"), and half of the smallest one is.
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

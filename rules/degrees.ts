import * as v from 'valibot'
import { errorMessages } from './errors.ts'

/** Smaller degrees become zero: PostgreSQL raises "value out of range: underflow" for results that are too small. */
const SMALLEST_DEGREES = 1e-9

const degrees = (limit: number) =>
  v.pipe(
    v.number(errorMessages.BAD_USER_INPUT),
    v.check((value) => Math.abs(value) <= limit, errorMessages.BAD_USER_INPUT),
    v.transform((value) => (Math.abs(value) < SMALLEST_DEGREES ? 0 : value)),
  )

export const latitude = degrees(90)
export const longitude = degrees(180)

import * as v from 'valibot'
import { errorMessages, type FieldError } from './errors.ts'
import { countCharacters } from './text.ts'

/** A text as `clean` leaves it, with up to `limit` code points. `long` is the message for a longer one. */
export const textWithin = (clean: (text: string) => string, limit: number, long: string) =>
  v.pipe(
    v.string(),
    v.transform(clean),
    v.check((text) => countCharacters(text) <= limit, long),
  )

/** The same for a text that may be left out or null; then it is empty. */
export const optionalText = (clean: (text: string) => string, limit: number, long: string) =>
  v.pipe(
    v.optional(v.nullable(v.string()), ''),
    v.transform((text) => text ?? ''),
    textWithin(clean, limit, long),
  )

const ID = /^[1-9]\d{0,14}$/

/** Null if the text is no `id` of the API. */
export function parseId(text: string): number | null {
  return ID.test(text) ? Number(text) : null
}

const HANDLE = /^[A-Za-z0-9_-]{22}$/

/** Whether the text may be the public handle of an account. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text)
}

/** Result of `validateInput`: the clean value, or what is wrong, field by field. */
export type Checked<T> = { ok: true; value: T } | { ok: false; fields: FieldError[] }

/**
 * Validates input: the cleaned value, or one message for each invalid field, in the order of the schema. A missing field gets
 * the message of BAD_USER_INPUT.
 */
export function validateInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): Checked<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true, message: errorMessages.BAD_USER_INPUT })
  if (result.success) return { ok: true, value: result.output }
  const fields = new Map<string, string>()
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    if (!fields.has(field)) fields.set(field, issue.message)
  }
  return { ok: false, fields: [...fields].map(([field, message]) => ({ field, message })) }
}

/** Smaller degrees become zero: PostgreSQL raises "value out of range: underflow" for results that are too small. */
const SMALLEST_DEGREES = 1e-9

const degrees = (limit: number) =>
  v.pipe(
    v.number(errorMessages.BAD_USER_INPUT),
    v.check((value) => Math.abs(value) <= limit, errorMessages.BAD_USER_INPUT),
    v.transform((value) => (Math.abs(value) < SMALLEST_DEGREES ? 0 : value)),
  )

export const latitudeSchema = degrees(90)
export const longitudeSchema = degrees(180)

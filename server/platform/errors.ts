import type * as v from 'valibot'
import { type ErrorCode, errorMessages, type FieldError } from '#rules/errors.ts'
import { parseId, validateInput } from '#rules/validate.ts'
import { isDatabaseAway } from './database/is-database-away.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: { message?: string; fields?: FieldError[]; retryAfter?: number } = {}) {
    super(options.message ?? errorMessages[code])
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }
}

export function badInput(fields: FieldError[]): AppError {
  const message = fields[0]?.message
  return new AppError('BAD_USER_INPUT', message === undefined ? { fields } : { message, fields })
}

function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('_account_id_fkey')
}

/** Converts any error to one that the caller may be told: UNAVAILABLE without the database, INTERNAL if it is unexpected. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isAccountGone(error)) return new AppError('UNAUTHENTICATED')
  return new AppError(isDatabaseAway(error) ? 'UNAVAILABLE' : 'INTERNAL')
}

export function isServerFault(error: unknown): boolean {
  const { code } = toAppError(error)
  return code === 'UNAVAILABLE' || code === 'INTERNAL'
}

/** Returns the cleaned input. @throws {AppError} BAD_USER_INPUT with a message for each wrong field */
export function checkInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const checked = validateInput(schema, input)
  if (!checked.ok) throw badInput(checked.fields)
  return checked.value
}

/** Number of an API `id`. @throws {AppError} NOT_FOUND for invalid text */
export function requireId(id: string): number {
  const number = parseId(id)
  if (number === null) throw new AppError('NOT_FOUND')
  return number
}

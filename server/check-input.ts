import type * as v from 'valibot'
import { check } from '#rules/validate.ts'
import { badInput } from './errors.ts'

/**
 * The cleaned arguments of an operation.
 * @throws {AppError} BAD_USER_INPUT with one sentence for each field that breaks a rule.
 */
export function checkInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const checked = check(schema, input)
  if (!checked.ok) throw badInput(checked.fields)
  return checked.value
}

import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { HttpError } from '../http-error.ts'

export type Call = {
  query: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
  /** `reader` asks for the reader's state with the response (`contract/reader-state.ts`). */
  extensions?: { reader?: unknown } | null
}

/** @throws {HttpError} 400 */
export function parseCall(body: string): Call {
  const call = parseJson(body)
  if (!isCall(call)) throw new HttpError(400, 'BAD_USER_INPUT')
  return call
}

/** @throws {HttpError} 400 when it is not UTF-8 */
export function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpError(400, 'BAD_USER_INPUT')
  return bytes.toString()
}

/** null for invalid JSON, and for keys that could change a prototype. */
function parseJson(text: string): unknown {
  return secureJson.safeParse(text) ?? null
}

function isCall(body: unknown): body is Call {
  if (!isMap(body)) return false
  const { query, variables, operationName, extensions } = body
  return (
    typeof query === 'string' &&
    isOptional(variables, isMap) &&
    isOptional(extensions, isMap) &&
    isOptional(operationName, (value) => typeof value === 'string')
  )
}

function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { HttpError } from './http-error.ts'

/** What a client asks for; `query` is the document, whatever kind of operation it holds. */
export type Call = {
  query: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
}

/** A request's body: its text, which is the key of shared answers, and the call that it holds. */
export type GraphqlBody = { raw: string; call: Call }

/**
 * Reads a GraphQL request out of a JSON body, in UTF-8.
 * @throws {HttpError} 400
 */
export function parseGraphqlBody(bytes: Buffer): GraphqlBody {
  const raw = bytes.toString()
  const body = isUtf8(bytes) ? parseJson(raw) : null
  if (!isCall(body)) throw new HttpError(400, 'BAD_USER_INPUT')
  return { raw, call: body }
}

/** null for what is no JSON, or tries to be more than data. */
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

/** What may be left out may be null as well. */
function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

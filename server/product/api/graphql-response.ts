import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type ExecutionResult, GraphQLError } from 'graphql'
import type { ReaderState } from '#contract/reader-state.ts'
import { type ErrorCode, serverFailureMessages } from '#rules/errors.ts'
import { Shown } from '../../platform/database/shown.ts'
import { AppError, toAppError } from '../../platform/errors.ts'
import { CompressibleBody } from '../../platform/http/compression.ts'
import { type ErrorsBody, errorsBody, statusOf } from '../../platform/http/http-error.ts'
import { DocumentError } from './query-limits.ts'

/** Bytes of the largest response: more than twice what our pages need. */
const MAX_RESPONSE = 1024 * 1024

/** Codes with an HTTP status other than 200, on which clients retry by themselves. */
const TRANSPORT_FAILURES: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE'])

export type GraphqlResponse = {
  status: number
  body: CompressibleBody
  operation: string | null
  shown: Shown
  isResult: boolean
  /** The document was not executed: it is not GraphQL, or does not fit the schema or its variables. */
  isMalformed: boolean
  retryAfter: number | undefined
}

type FailureLogs = { log: FastifyBaseLogger } & Pick<FastifyInstance, 'logUnavailable' | 'countError'>

type Presented = {
  result: ExecutionResult | ErrorsBody
  status: number
  isMalformed: boolean
  retryAfter?: number | undefined
}

export function responseOf(
  { result, status, isMalformed, retryAfter }: Presented,
  operation: string | null = null,
  shown: Shown = new Shown(),
): GraphqlResponse {
  const bytes = serialize(result)
  if (!bytes) return refuse('beyond limits')
  const body = new CompressibleBody(bytes)
  return { status, body, operation, shown, isResult: !('errors' in result), isMalformed, retryAfter }
}

/** Adds what belongs to the reader to a response, as its `extensions`. */
export function withReader(response: GraphqlResponse, reader: ReaderState): GraphqlResponse {
  const extensions = `,"extensions":${JSON.stringify({ reader })}}`
  const bytes = Buffer.concat([response.body.bytes(null).subarray(0, -1), Buffer.from(extensions)])
  return { ...response, body: new CompressibleBody(bytes) }
}

/** Response to a document that was not executed. @throws errors that are not about the document */
export function refuseDocument(error: unknown): GraphqlResponse {
  if (error instanceof DocumentError) return refuse(error.reason)
  throw error
}

function refuse(reason: DocumentError['reason']): GraphqlResponse {
  const isMalformed = reason === 'malformed'
  const error = new AppError('BAD_USER_INPUT', isMalformed ? {} : { message: serverFailureMessages.tooMuchAtOnce })
  return responseOf({ result: errorsBody(error), status: 400, isMalformed })
}

/**
 * Makes of a result what is sent: of its errors the Korean message, code, fields and path. Other details are only logged.
 * @throws {DocumentError} if the response would be too large
 */
export function presentResult(result: ExecutionResult, { log, logUnavailable, countError }: FailureLogs): Presented {
  if (!result.errors?.length) return { result, status: 200, isMalformed: false }
  for (const { originalError } of result.errors) if (originalError instanceof DocumentError) throw originalError
  const causes = result.errors.map(causeOf)
  for (const { app, cause } of causes) {
    countError(app.code)
    if (app.code === 'INTERNAL') log.error({ err: cause }, 'operation failed')
    else if (app.code === 'UNAVAILABLE' && cause) logUnavailable(cause)
  }
  const isMalformed = causes.some(({ cause }) => cause === undefined)
  const errors = causes.flatMap(({ app, path }) => errorsBody(app, path).errors)
  return {
    result: { ...(result.data !== undefined && { data: result.data }), errors },
    status: isMalformed ? 400 : Math.max(...causes.map(({ app }) => statusInGraphql(app))),
    isMalformed,
    retryAfter: causes.find(({ app }) => app.retryAfter !== undefined)?.app.retryAfter,
  }
}

function statusInGraphql(error: AppError): number {
  return TRANSPORT_FAILURES.has(error.code) ? statusOf(error) : 200
}

type Cause = { app: AppError; cause: Error | undefined; path: GraphQLError['path'] }

function causeOf({ originalError: cause, path }: GraphQLError): Cause {
  if (!cause || cause instanceof GraphQLError) return { app: new AppError('BAD_USER_INPUT'), cause: undefined, path }
  return { app: toAppError(cause), cause, path }
}

/** JSON in UTF-8; null beyond the limit, which is checked before the text is built. */
function serialize(result: object): Buffer | null {
  if (removeResult(MAX_RESPONSE, result) < 0) return null
  const body = Buffer.from(JSON.stringify(result))
  return body.length > MAX_RESPONSE ? null : body
}

/** Subtracts the size of the value's JSON from `bytes`; stops below zero. */
function removeResult(bytes: number, value: unknown): number {
  let left = bytes
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = removeResult(left - 1, value[index])
    return left
  }
  for (const key in value) {
    if (left < 0) break
    left = removeResult(left - key.length, (value as Record<string, unknown>)[key])
  }
  return left
}

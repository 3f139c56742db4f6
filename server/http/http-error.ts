import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorMessages } from '#rules/errors.ts'
import { AppError, toAppError } from '../errors.ts'
import { sendPlainPage, wantsPage } from './plain-page.ts'

/** A request that is refused before it reaches an operation: its HTTP status, and the code of the `errors` body. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly code: ErrorCode

  constructor(statusCode: number, code: ErrorCode) {
    super(errorMessages[code])
    this.name = 'HttpError'
    this.statusCode = statusCode
    this.code = code
  }
}

/** The `errors` body of every answer that is no success. */
export type ErrorsBody = {
  errors: { message: string; extensions: { code: ErrorCode; fields?: { field: string; message: string }[] } }[]
}

export function errorsBody(error: AppError | HttpError): ErrorsBody {
  const fields = error instanceof AppError ? error.fields : undefined
  return { errors: [{ message: error.message, extensions: { code: error.code, ...(fields && { fields }) } }] }
}

/** Turns whatever a route threw into a status and an `errors` body, or a page for a person, and logs what is our fault. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asKnownError(error)
  if (known.code === 'INTERNAL') request.log.error({ err: error }, 'request failed')
  else if (known.code === 'UNAVAILABLE') request.log.warn({ err: error }, 'service unavailable')
  if (known instanceof AppError && known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  const status = known instanceof HttpError ? known.statusCode : known.code === 'INTERNAL' ? 500 : known.status
  if (wantsPage(request)) sendPlainPage(reply, status, known.message)
  else reply.code(status).header('cache-control', 'no-store').send(errorsBody(known))
}

function asKnownError(error: FastifyError): AppError | HttpError {
  if (error instanceof HttpError || error instanceof AppError) return error
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return new HttpError(status, status === 429 ? 'RATE_LIMITED' : status === 403 ? 'FORBIDDEN' : 'BAD_USER_INPUT')
  }
  return status === 503 ? new HttpError(503, 'UNAVAILABLE') : toAppError(error)
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldError } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { AppError, toAppError } from '../errors.ts'

const statuses: Readonly<Record<ErrorCode, number>> = {
  BAD_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  CONFLICT: 409,
  OTHER_ACCOUNT: 409,
  EMAIL_UNVERIFIED: 403,
  RECOVERY_FAILED: 400,
  EXPIRED: 400,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  TOO_LARGE: 413,
  MAIL_FAILED: 502,
  UNAVAILABLE: 503,
  PREPARING: 503,
  INTERNAL: 500,
}

export class HttpError extends AppError {
  readonly status: number

  constructor(status: number, code: ErrorCode) {
    super(code)
    this.name = 'HttpError'
    this.status = status
  }
}

export function statusOf(error: AppError): number {
  return error instanceof HttpError ? error.status : statuses[error.code]
}

export type ErrorsBody = {
  errors: { message: string; extensions: { code: ErrorCode; fields?: FieldError[] }; path?: readonly unknown[] }[]
}

export function errorsBody(error: AppError, path?: readonly unknown[]): ErrorsBody {
  const { message, code, fields } = error
  return { errors: [{ message, extensions: { code, ...(fields && { fields }) }, ...(path && { path }) }] }
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = toKnownError(error, request)
  if (!wantsPage(request)) sendError(reply, known)
  else {
    setRetryAfter(reply, known)
    const status = statusOf(known)
    // The message and the id are ours, never a visitor's text.
    sendPlainPage(reply, status, known.message, status >= 500 ? `<p>오류 번호 <code>${request.id}</code></p>` : '')
  }
}

/** Sends an error as JSON; `beside` has further fields of the body. */
export function sendError(reply: FastifyReply, error: AppError, beside: object = {}): void {
  setRetryAfter(reply, error)
  reply
    .code(statusOf(error))
    .header('cache-control', 'no-store')
    .send({ ...beside, ...errorsBody(error) })
}

function setRetryAfter(reply: FastifyReply, { retryAfter }: AppError): void {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
}

const CLIENT_ABORT_CODES: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'EPIPE',
  'ABORT_ERR',
])

/**
 * Converts an error to one that a client may be told, counts it, and logs our own faults. A client that has left is not
 * a fault.
 */
export function toKnownError(error: FastifyError, { log, server, raw }: FastifyRequest): AppError {
  const known = fromFastify(error) ?? toAppError(error)
  server.countError(known.code)
  const isUnavailable = known.code === 'UNAVAILABLE'
  if (raw.socket.destroyed && (isUnavailable || CLIENT_ABORT_CODES.has(error.code))) log.debug('the client has left')
  else if (isUnavailable) server.logUnavailable(error.cause instanceof Error ? error.cause : error)
  else if (known.code === 'INTERNAL') log.error({ err: error }, 'request failed')
  return known
}

function fromFastify(error: FastifyError): HttpError | null {
  const { statusCode: status } = error
  if (status === 503) return new HttpError(503, 'UNAVAILABLE')
  if (status === undefined || status < 400 || status >= 500) return null
  return new HttpError(status, status === 429 ? 'RATE_LIMITED' : status === 403 ? 'FORBIDDEN' : 'BAD_USER_INPUT')
}

function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  ...texts: Parameters<typeof plainPage>
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .header('cache-control', 'no-store')
    .send(plainPage(...texts))
}

export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

/** HTML of a page that needs no other file. The given texts are HTML too: they are not escaped. */
export function plainPage(sentence: string, below = '', links = '<a href="">다시 시도</a>'): string {
  return `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sentence}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 24px; padding: 24px;
    text-align: center; font: 1rem/1.6 system-ui, sans-serif; word-break: keep-all;
    background: light-dark(#fcfaf7, #130f0d); color: light-dark(#2a211c, #efebe6) }
  main { display: grid; justify-items: center; gap: 16px }
  h1, p { margin: 0 }
  h1 { font-size: 1.25rem; max-width: 24em; text-wrap: balance }
  a { color: inherit; min-height: 44px; min-width: 44px; display: inline-grid; place-items: center }
  button { font: inherit; padding: 0 20px; min-height: 44px; border: 0; border-radius: 12px; background: #b8430f; color: #fff }
  nav { display: flex; gap: 24px }
</style>
<main><h1>${sentence}</h1>${below}</main>
<nav>${links}<a href="${paths.home}">홈으로</a></nav>
</html>
`
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { commonHeaders } from './headers.ts'
import { errorsBody, HttpError } from './http-error.ts'
import { NOT_FOUND_PATH } from './shared-url.ts'

/** Milliseconds until the connection is closed; closing it at once could cut off the response. */
const LINGER_MS = 500

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Refuses well-formed HTTP that does not address this site: proxy targets, `*`, no Host or several. */
export function refuseInvalidTargets(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', ({ originalUrl, raw }, _reply, done) => {
    const isAddressed = originalUrl.startsWith('/') && hasOneHost(raw)
    done(isAddressed ? undefined : new HttpError(400, 'BAD_USER_INPUT'))
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 400, config))
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = refusal(417, config)
    response.writeHead(417, headers).end(body)
  })
}

/** Whether a request has one Host only: Node keeps the first one, but a proxy before us may have used another. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Answers bytes that are not a valid request, without logging them. A response already on its way on the connection is
 * not replaced.
 */
export function answerMalformed(config: Config): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  const seen = new WeakSet<Duplex>()
  return (error, socket) => {
    if (seen.has(socket)) return
    seen.add(socket)
    // Node's own error handling reads this property; there is no public one.
    const earlier = (socket as { _httpMessage?: ServerResponse | null })._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (earlier?.req.complete) earlier.once('close', () => socket.destroy())
    else if (earlier?.headersSent) socket.destroy()
    else refuse(socket, statuses[error.code ?? ''] ?? 400, config)
  }
}

function refuse(socket: Duplex, status: number, config: Config): void {
  const { headers, body } = refusal(status, config)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => {})
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function refusal(status: number, config: Config): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorsBody(new HttpError(status, 'BAD_USER_INPUT')))
  const headers = {
    ...commonHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { headers, body }
}

/**
 * A request's target in a form that the router can read. A target that is no path, or not percent-encoded UTF-8,
 * becomes a path without a page, because the router would answer it in English.
 */
export function toRoutablePath(url: string): string {
  if (!url.startsWith('/')) return NOT_FOUND_PATH
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

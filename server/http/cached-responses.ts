import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { CompressibleBody, Encoding } from './compression.ts'
import { cookieNames } from './cookies.ts'
import { commonHeaders } from './headers.ts'
import { isOwnOrigin } from './origin.ts'

/** A response with status 200 that signed-out visitors share, with the headers that are its own. */
export type CachedResponse = Readonly<{
  body: CompressibleBody
  headers: Readonly<Record<string, string>>
  hasTag: boolean
}>

type Find = (key: string) => CachedResponse | undefined

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers how cached responses are found: pages by their URL, responses of the API by the request's body. */
    findCached: (kind: 'page' | 'api', find: Find) => void
  }
}

/**
 * Sends responses of a shared cache before Fastify sees the request: routing, hooks and setting headers one by one would
 * cost more than sending. An unusual request is left to Fastify, which gives the same response (docs/decisions/0162).
 * Register it before anything that listens for requests.
 */
export function registerCachedResponses(app: FastifyInstance, config: Config): void {
  const found: Partial<Record<'page' | 'api', Find>> = {}
  app.decorate('findCached', (kind, find) => {
    found[kind] = find
  })
  const common = commonHeaders(config)
  const session = `${cookieNames(config).session}=`
  const isUsual = ({ headers }: IncomingMessage) =>
    !app.isDraining && headers.host !== undefined && !headers.cookie?.includes(session)

  const send = (request: IncomingMessage, response: ServerResponse, cached: CachedResponse) => {
    const encoding = cached.body.encodingFor(request.headers['accept-encoding'])
    response.writeHead(
      200,
      cached.body.head(encoding, () => headersOf(cached, encoding)),
    )
    response.end(cached.body.bytes(encoding))
  }
  const headersOf = ({ body, headers, hasTag }: CachedResponse, encoding: Encoding | null) => ({
    ...common,
    ...headers,
    ...(hasTag && { etag: body.etag(encoding) }),
    ...(encoding !== null && { 'content-encoding': encoding }),
    'content-length': String(body.bytes(encoding).length),
  })

  const byFastify = app.server.listeners('request')[0] as RequestListener
  const sendOrPass = (request: IncomingMessage, response: ServerResponse) => {
    const body = isWhole(request) ? (request.read() as Buffer | null) : null
    const cached = body && isUtf8(body) ? found.api?.(body.toString()) : undefined
    if (cached) {
      // Nothing is left to read, but only a flowing request ends.
      request.resume()
      return send(request, response, cached)
    }
    if (body) request.unshift(body)
    byFastify(request, response)
  }
  app.server.removeListener('request', byFastify)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isUsual(request)) return byFastify(request, response)
    if (isPlainGet(request)) {
      const cached = found.page?.(request.url ?? '')
      if (cached) return send(request, response, cached)
    }
    if (isPlainCall(request, config)) return process.nextTick(sendOrPass, request, response)
    byFastify(request, response)
  })
}

function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['if-none-match'] === undefined
}

/**
 * Whether the body came with its headers, as browsers send a short one; Fastify waits for a late one. Asked in the tick
 * after the headers: the body is read by then, but `complete` is set after that tick.
 */
function isWhole({ headers, readableLength }: IncomingMessage): boolean {
  return readableLength === Number(headers['content-length'])
}

/** Whether it is a call of the API whose body alone decides on the response. */
function isPlainCall({ method, url, headers }: IncomingMessage, config: Config): boolean {
  return (
    method === 'POST' &&
    url === apiPaths.graphql &&
    headers['content-type'] === 'application/json' &&
    !headers.accept?.includes('graphql') &&
    isOwnOrigin(headers, config)
  )
}

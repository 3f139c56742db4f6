import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import { isWithin, networksOf, plainAddress } from '../limits/networks.ts'
import type { Span } from '../metrics/tracing.ts'
import { pagePattern } from './pages/shared-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The field of the API that was asked for; null before it is known. */
    operation: string | null
    span: Span | null
  }
}

/**
 * Counts and traces each answered request, and logs it if ACCESS_LOG says so. None of it has an address, a query or a
 * name of anybody. Register it before everything that may ask the database.
 */
export function registerRequestLog(
  app: FastifyInstance,
  { config, metrics, tracing }: Pick<Services, 'config' | 'metrics' | 'tracing'>,
): void {
  app.decorateRequest('operation', null)
  app.decorateRequest('span', null)
  if (tracing) {
    const isTrusted = trustedNeighbours(config)
    app.addHook('onRequest', (request, _reply, done) => {
      const { traceparent } = request.headers
      const parent = isTrusted(request.raw) ? traceparent : undefined
      request.span = tracing.begin(request.method, typeof parent === 'string' ? parent : undefined, done)
    })
  }
  const isLogged = (status: number) => config.accessLog === 'all' || (config.accessLog === 'errors' && status >= 400)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply
    const route = routeOf(request)
    metrics.countRequest({ route, status, seconds: ms / 1000 })
    request.span?.end(route, status)
    if (isLogged(status)) request.log.info({ method: request.method, route, status, ms: Math.round(ms) }, 'request')
    done()
  })
}

/** One of few names: `/post/$id`, `/graphql getPosts`, `/images/:name`, `unknown`. */
function routeOf({ routeOptions, url, operation }: FastifyRequest): string {
  const { url: route = 'unknown' } = routeOptions
  if (route === '/*') return pagePattern(url) ?? 'unknown'
  return route === apiPaths.graphql && operation !== null ? `${route} ${operation}` : route
}

const REQUEST_ID = 'x-request-id'

/** What a proxy may send; anything else could forge lines of the log. */
const FOREIGN_ID = /^[\w.-]{8,64}$/

/** Makes the id of a request, by which its response and its lines in the log are found. A trusted proxy's own is kept. */
export function requestIds(config: Pick<Config, 'trustedProxies'>): (request: IncomingMessage) => string {
  const isTrusted = trustedNeighbours(config)
  const process = randomBytes(5).toString('hex')
  let count = 0
  return (request) => {
    const { [REQUEST_ID]: given } = request.headers
    if (typeof given === 'string' && FOREIGN_ID.test(given) && isTrusted(request)) return given
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}

/** Whether a request comes from one of the operator's proxies, whose word counts. */
function trustedNeighbours({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const trusted = networksOf(trustedProxies)
  return ({ socket }: IncomingMessage): boolean => isWithin(trusted, plainAddress(socket.remoteAddress ?? ''))
}

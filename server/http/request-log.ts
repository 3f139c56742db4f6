import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Services } from '../context.ts'
import type { Span } from '../metrics/tracing.ts'
import { pagePattern } from './pages/shared-url.ts'
import { trustedNeighbours } from './request-id.ts'

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

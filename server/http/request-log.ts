import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Services } from '../context.ts'
import { pagePattern } from './pages/shared-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The field of the API that was asked for; null before it is known. */
    operation: string | null
  }
}

/** Counts each answered request, and logs it if ACCESS_LOG says so. Neither has an address, a query or a name of anybody. */
export function registerRequestLog(
  app: FastifyInstance,
  { config, metrics }: Pick<Services, 'config' | 'metrics'>,
): void {
  app.decorateRequest('operation', null)
  const isLogged = (status: number) => config.accessLog === 'all' || (config.accessLog === 'errors' && status >= 400)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply
    const route = routeOf(request)
    metrics.countRequest({ route, status, seconds: ms / 1000 })
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

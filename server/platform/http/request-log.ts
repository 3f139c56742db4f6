import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import { isInNetworks, parseNetworks, plainAddress } from '../limits/networks.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Span } from '../metrics/tracing.ts'
import { pagePattern } from './shared-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operation: string | null
    span: Span | null
  }
}

/**
 * Counts, traces and, depending on ACCESS_LOG, logs each request, without addresses, queries or names. Register it
 * before everything that may use the database.
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

/** Name of a request's route in the log, one of few: `/post/$id`, `/graphql getPosts`, `/images/:name`, `unknown`. */
function routeOf({ routeOptions, url, operation }: FastifyRequest): string {
  const { url: route = 'unknown' } = routeOptions
  if (route === '/*') return pagePattern(url) ?? 'unknown'
  return route === apiPaths.graphql && operation !== null ? `${route} ${operation}` : route
}

export const REQUEST_ID_HEADER = 'x-request-id'

/** Ids accepted from a proxy; other texts could forge lines of the log. */
const FOREIGN_ID = /^[\w.-]{8,64}$/

/** Returns the function that gives a request its id: that of a trusted proxy, or a new one. */
export function createRequestIds(config: Pick<Config, 'trustedProxies'>): (request: IncomingMessage) => string {
  const isTrusted = trustedNeighbours(config)
  const process = randomBytes(5).toString('hex')
  let count = 0
  return (request) => {
    const { [REQUEST_ID_HEADER]: given } = request.headers
    if (typeof given === 'string' && FOREIGN_ID.test(given) && isTrusted(request)) return given
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

/** Whether a request id was made by this site, rather than by a proxy. */
export const isOwnRequestId = (id: string): boolean => /^[0-9a-f]{10}-[0-9a-z]+$/.test(id)

export function registerRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

function trustedNeighbours({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const trusted = parseNetworks(trustedProxies)
  return ({ socket }: IncomingMessage): boolean => isInNetworks(trusted, plainAddress(socket.remoteAddress ?? ''))
}

/** Milliseconds in which repeated failures of a kind are only counted. */
const COUNTING_MS = 10_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a cause of 503 at once, and the number of its repetitions ten seconds later. */
    logUnavailable: (error: Error) => void
    countError: (code: string) => void
  }
}

/** Decorates the app with `countError` and `logUnavailable`. */
export function registerFailureLog(app: FastifyInstance, { countError }: Metrics): void {
  app.decorate('countError', countError)
  const failures = new RepeatedFailures(app.log)
  app.decorate('logUnavailable', (error: Error) => failures.log(error))
}

/** Logs the first failure of a kind at once, and its repetitions as a number. */
export class RepeatedFailures {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #repeated = new Map<string, number>()

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
  }

  log(error: Error): void {
    const kind = 'code' in error ? String(error.code) : error.name
    const repeated = this.#repeated.get(kind)
    if (repeated !== undefined) {
      this.#repeated.set(kind, repeated + 1)
      return
    }
    this.#log.warn({ failure: error }, 'service unavailable')
    this.#repeated.set(kind, 0)
    setTimeout(() => this.#endCounting(kind, error), COUNTING_MS).unref()
  }

  #endCounting(kind: string, error: Error): void {
    const repeated = this.#repeated.get(kind) ?? 0
    this.#repeated.delete(kind)
    if (repeated > 0) this.#log.warn({ failure: error, repeated }, 'service unavailable')
  }
}

const QUIET_MS = 60 * 60 * 1000

/** Tells whether a thing is mentioned for the first time in an hour, so that a log repeats nothing. */
export class HourlyMentions {
  readonly #most: number
  readonly #now: () => number
  readonly #mentioned = new Set<string>()
  #since = 0

  /** Accepts `most` different things an hour. `now` in milliseconds. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  isNew(what: string): boolean {
    if (this.#now() - this.#since > QUIET_MS) {
      this.#mentioned.clear()
      this.#since = this.#now()
    }
    if (this.#mentioned.has(what) || this.#mentioned.size >= this.#most) return false
    this.#mentioned.add(what)
    return true
  }
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** How long further failures of a logged kind are only counted, in milliseconds. */
const COUNTING_MS = 10_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs why a request was answered with 503, at once, and ten seconds later how often that was repeated. */
    logUnavailable: (error: Error) => void
  }
}

/** Adds `logUnavailable()`. */
export function registerFailureLog(app: FastifyInstance): void {
  const failures = new RepeatedFailures(app.log)
  app.decorate('logUnavailable', (error: Error) => failures.log(error))
}

/** Logs each kind of failure once in ten seconds, with the number of repetitions. */
export class RepeatedFailures {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #countingMs: number
  /**
   * Repetitions of each kind since it was logged. Kinds are error codes, ours, PostgreSQL's and the system's, so there
   * are few.
   */
  readonly #repeated = new Map<string, number>()

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, countingMs = COUNTING_MS) {
    this.#log = log
    this.#countingMs = countingMs
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
    setTimeout(() => this.#endCounting(kind, error), this.#countingMs).unref()
  }

  #endCounting(kind: string, error: Error): void {
    const repeated = this.#repeated.get(kind) ?? 0
    this.#repeated.delete(kind)
    if (repeated > 0) this.#log.warn({ failure: error, repeated }, 'service unavailable')
  }
}

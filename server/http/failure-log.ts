import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** How long failures like one that was logged are only counted, in milliseconds. */
const COUNTING_MS = 10_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs why a request was answered with 503: at once in a line, and ten seconds later how often it came again. */
    logUnavailable: (error: Error) => void
  }
}

/** Adds `logUnavailable()`. */
export function registerFailureLog(app: FastifyInstance): void {
  const failures = new RepeatedFailures(app.log)
  app.decorate('logUnavailable', (error: Error) => failures.log(error))
}

/** Failures of a flood in few lines: one of each kind every ten seconds, with the number of those that were not logged. */
export class RepeatedFailures {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #countingMs: number
  /** By kind, how often it came since it was logged. Kinds are codes of ours, of PostgreSQL and of the system: few. */
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

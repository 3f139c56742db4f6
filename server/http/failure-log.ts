import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

/** For this time further failures of a logged kind are only counted. */
const COUNTING_MS = 10_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs at once why a request was answered with 503, and ten seconds later how often that was repeated. */
    logUnavailable: (error: Error) => void
    /** Counts an error that was answered, by its code. */
    countError: (code: string) => void
  }
}

export function registerFailureLog(app: FastifyInstance, { countError }: Metrics): void {
  app.decorate('countError', countError)
  const failures = new RepeatedFailures(app.log)
  app.decorate('logUnavailable', (error: Error) => failures.log(error))
}

export class RepeatedFailures {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #countingMs: number
  /** Repetitions of each kind since it was logged. Kinds are error codes, so there are few. */
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

const QUIET_MS = 60 * 60 * 1000

/** Tells what has not been logged in the last hour, so that a warning does not fill the log. */
export class HourlyNews {
  readonly #most: number
  readonly #now: () => number
  readonly #mentioned = new Set<string>()
  #since = 0

  /** At most `most` different things an hour are news. `now` in milliseconds. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  has(what: string): boolean {
    if (this.#now() - this.#since > QUIET_MS) {
      this.#mentioned.clear()
      this.#since = this.#now()
    }
    if (this.#mentioned.has(what) || this.#mentioned.size >= this.#most) return false
    this.#mentioned.add(what)
    return true
  }
}

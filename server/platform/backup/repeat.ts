import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs the work at once and then every `ms`, except while the last run still goes on. Returns a function that stops it.
 */
export function runEvery(work: () => Promise<void>, ms: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const next = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(next, ms)
  next()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Logs a failure of repeated work, but the same one only once until a success. */
export class FailureLog {
  readonly #log: FastifyBaseLogger
  readonly #details: object
  readonly #failure: string
  #logged = ''

  /** @param details such as the place of a failure @param failure words before its message */
  constructor(log: FastifyBaseLogger, details: object, failure: string) {
    this.#log = log
    this.#details = details
    this.#failure = failure
  }

  failed({ message }: Error): void {
    // Digits are not compared, because file names in a message contain positions and the time.
    const reason = message.replaceAll(/[\dA-F]/g, '')
    if (reason !== this.#logged) this.#log.error(this.#details, `${this.#failure}: ${message}`)
    this.#logged = reason
  }

  /** @param news logged if the run before failed */
  succeeded(news?: string): void {
    if (this.#logged !== '' && news) this.#log.info(this.#details, news)
    this.#logged = ''
  }
}

import type { FastifyBaseLogger } from 'fastify'

/** Logs a failure of the archive once, until another one or a success. */
export class Teller {
  readonly #log: FastifyBaseLogger
  #said = ''

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  failed({ message }: Error, details: object = {}): void {
    // File names contain positions and the time.
    const reason = message.replaceAll(/[\dA-F]/g, '')
    if (reason !== this.#said)
      this.#log.error(details, `the log of the database is not archived; tried again until it is: ${message}`)
    this.#said = reason
  }

  succeeded(details: object = {}): void {
    if (this.#said !== '') this.#log.info(details, 'the log of the database is archived again')
    this.#said = ''
  }
}

import type { FastifyBaseLogger } from 'fastify'

/** Logs a failure of the archive once, until another one or a success. */
export class Teller {
  readonly #log: FastifyBaseLogger
  readonly #details: object
  #said = ''

  /** @param place named in the log, if the failure is one of a place */
  constructor(log: FastifyBaseLogger, place?: string) {
    this.#log = log
    this.#details = place === undefined ? {} : { place }
  }

  failed({ message }: Error): void {
    // File names contain positions and the time.
    const reason = message.replaceAll(/[\dA-F]/g, '')
    if (reason !== this.#said)
      this.#log.error(this.#details, `the log of the database is not archived; tried again until it is: ${message}`)
    this.#said = reason
  }

  succeeded(): void {
    if (this.#said !== '') this.#log.info(this.#details, 'the log of the database is archived again')
    this.#said = ''
  }
}

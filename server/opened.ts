type Log = { error(details: object, message: string): void }

/** Opened parts, in order. They are closed in reverse order, so the database closes last. */
export class Opened {
  readonly #parts: [string, () => Promise<unknown>][] = []
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#parts.push([name, close])
  }

  /** Closes everything; a part that fails to close is logged and does not stop the others. */
  async close(): Promise<void> {
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      const [name, close] = part
      await close().catch((error: unknown) => this.#log.error({ err: error }, `stopping: ${name}`))
    }
  }
}

import { AppError } from '../errors.ts'

/** Seconds a client is told to wait when too many wait already. */
const RETRY_AFTER = 2

/** Lets so many tasks run at a time, and a bounded number wait for their turn in order. */
export class Gate {
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiting: number
  #free: number

  constructor(atOnce: number, maxWaiting: number) {
    this.#free = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** @throws {AppError} UNAVAILABLE when so many wait that one more would not be let in. */
  requireRoom(): void {
    if (this.#free === 0 && this.#waiting.length >= this.#maxWaiting) {
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    }
  }

  /** Runs `task` when its turn comes. @throws {AppError} UNAVAILABLE when too many wait already. */
  async pass<T>(task: () => Promise<T>): Promise<T> {
    this.requireRoom()
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

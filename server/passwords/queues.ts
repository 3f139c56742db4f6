import { AppError } from '../errors.ts'

/** Seconds a client is told to wait when too many wait already. */
const RETRY_AFTER = 2

/** Lets so many tasks run at a time, and a bounded number wait for their turn in order. */
export class BoundedQueue {
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiting: number
  readonly #atOnce: number
  #free: number

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce
    this.#free = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#free === this.#atOnce
  }

  /** @throws {AppError} UNAVAILABLE when so many wait that one more would not be let in. */
  requireRoom(): void {
    if (this.#free === 0 && this.#waiting.length >= this.#maxWaiting) {
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    }
  }

  /** Runs `task` when its turn comes. @throws {AppError} UNAVAILABLE when too many wait already. */
  async run<T>(task: () => Promise<T>): Promise<T> {
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

/** Lets tasks of one name run one after the other, a bounded number waiting; those of other names do not wait for them. */
export class KeyedQueue {
  readonly #lanes = new Map<string, BoundedQueue>()
  readonly #maxWaiting: number

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** Runs `task` when its turn comes. @throws {AppError} UNAVAILABLE when too many of that name wait already. */
  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? new BoundedQueue(1, this.#maxWaiting)
    this.#lanes.set(name, lane)
    try {
      return await lane.run(task)
    } finally {
      if (lane.isIdle) this.#lanes.delete(name)
    }
  }

  /** Names of which something runs or waits. */
  get size(): number {
    return this.#lanes.size
  }
}

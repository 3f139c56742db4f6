import { AppError } from '../errors.ts'

/** Seconds a client is told to wait when the queue is full. */
export const RETRY_AFTER = 2

/** Runs a bounded number of tasks at a time; a bounded number waits in order. */
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

  /** @throws {AppError} UNAVAILABLE when the queue is full. */
  requireRoom(): void {
    if (this.#free === 0 && this.#waiting.length >= this.#maxWaiting) {
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    }
  }

  /** Runs `task` when its turn comes. @throws {AppError} UNAVAILABLE when the queue is full. */
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

/** Runs tasks of one name one after the other, with a bounded number waiting; other names do not wait for them. */
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

  /** Number of names with running or waiting tasks. */
  get size(): number {
    return this.#lanes.size
  }
}

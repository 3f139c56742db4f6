import { AppError } from '../errors.ts'
import { FairQueue, type GroupKeys } from '../fair-queue.ts'

export type GateOptions = Readonly<{
  /** Tasks that run at once. */
  atOnce: number
  /** Most places of one top-level group, such as a network; unlimited without it. */
  ofGroup?: number
  maxWaiting: number
  /** Rejects when the wait for a turn takes too long. */
  deadline?: (wait: Promise<void>) => Promise<void>
  /** Yields to the event loop before a task; undefined if that is not needed. */
  pause?: (isBusy: () => boolean) => Promise<void> | undefined
  retryAfter?: number
}>

type Waiting = Readonly<{ who: GroupKeys; begin: () => void; refuse: (error: unknown) => void }>

/**
 * A semaphore with a fair queue. One task begins in each turn of the event loop, so tasks without I/O let others in.
 */
export class FairGate {
  readonly #options: GateOptions
  readonly #queue = new FairQueue<Waiting>()
  readonly #running = new Map<string, number>()
  #total = 0
  #isBeginning = false

  constructor(options: GateOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#queue.size
  }

  get isIdle(): boolean {
    return this.#total === 0 && this.#queue.size === 0
  }

  /**
   * Runs `task` in its turn; `signal` removes it from the queue.
   * @throws {AppError} UNAVAILABLE when it is displaced or waits too long, or the signal's reason
   */
  async run<T>(who: GroupKeys, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    await this.#enter(who, signal)
    try {
      return await task()
    } finally {
      this.#leave(who[0])
    }
  }

  /** @throws {AppError} UNAVAILABLE when a task of `who` would be refused now */
  requireRoom(who: GroupKeys): void {
    if (this.#isFull() && !this.#queue.itemToDisplace(who)) throw this.#busy()
  }

  refuseWaiting(): void {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.refuse(this.#busy())
  }

  async #enter(who: GroupKeys, signal: AbortSignal | undefined): Promise<void> {
    this.requireRoom(who)
    if (this.#isFull()) this.#refuse(this.#queue.itemToDisplace(who))
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { who, begin: turn.resolve, refuse: turn.reject }
    this.#queue.add(who, waiting)
    signal?.addEventListener('abort', () => this.#refuse(waiting, signal.reason), { once: true })
    this.#beginSoon()
    try {
      await (this.#options.deadline?.(turn.promise) ?? turn.promise)
    } catch {
      this.#refuse(waiting)
      // The turn may have come just before the deadline.
      await turn.promise
    }
  }

  #leave(group: string | undefined): void {
    this.#count(group, -1)
    this.#beginSoon()
  }

  #count(group: string | undefined, change: 1 | -1): void {
    this.#total += change
    if (group === undefined) return
    const running = (this.#running.get(group) ?? 0) + change
    if (running > 0) this.#running.set(group, running)
    else this.#running.delete(group)
  }

  #beginSoon(): void {
    if (this.#isBeginning || this.#queue.size === 0) return
    this.#isBeginning = true
    const pause = this.#options.pause?.(() => this.#total > 0)
    const begin = () => {
      this.#isBeginning = false
      this.#beginNext()
    }
    if (pause) void pause.then(begin)
    else setImmediate(begin)
  }

  #beginNext(): void {
    const { atOnce, ofGroup = atOnce } = this.#options
    if (this.#total >= atOnce) return
    const next = this.#queue.take((group) => (this.#running.get(group) ?? 0) < ofGroup)
    if (!next) return
    this.#count(next.who[0], 1)
    next.begin()
    this.#beginSoon()
  }

  #refuse(waiting: Waiting | undefined, reason: unknown = this.#busy()): void {
    if (waiting && this.#queue.remove(waiting.who, waiting)) waiting.refuse(reason)
  }

  #isFull(): boolean {
    const { atOnce, maxWaiting } = this.#options
    return this.#total + this.#queue.size >= atOnce + maxWaiting
  }

  #busy(): AppError {
    return new AppError('UNAVAILABLE', { retryAfter: this.#options.retryAfter ?? 2 })
  }
}

/** Runs the tasks of one key one after the other. */
export class KeyedLock {
  readonly #gates = new Map<string, FairGate>()
  readonly #maxWaiting: number

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  get size(): number {
    return this.#gates.size
  }

  /** @throws {AppError} UNAVAILABLE, like `FairGate.run` */
  async run<T>(key: string, who: GroupKeys, task: () => Promise<T>): Promise<T> {
    const gate = this.#gates.get(key) ?? new FairGate({ atOnce: 1, maxWaiting: this.#maxWaiting })
    this.#gates.set(key, gate)
    try {
      return await gate.run(who, task)
    } finally {
      if (gate.isIdle) this.#gates.delete(key)
    }
  }
}

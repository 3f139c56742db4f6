import type { AppError } from '../errors.ts'
import { QueueBySource, type Source } from './queue-by-source.ts'
import { tooManyWaiting } from './turns-by-name.ts'

/** Who asks for a turn. `isKnown`: from a browser that has logged in to that account before, or with its session. */
export type Asker = Source & Readonly<{ isKnown: boolean }>

type Waiting = Readonly<{ source: Source; start: () => void; refuse: (error: AppError) => void }>

/**
 * Runs a bounded number of tasks at a time. The others wait in two queues of the same size, one for known browsers and one
 * for strangers, which take turns; in each queue networks take turns, and within a network its accounts. If a queue is
 * full, whoever waits with most makes room. So a few networks with many tasks keep nobody else out.
 */
export class TurnsByAsker {
  readonly #known = new QueueBySource<Waiting>()
  readonly #strangers = new QueueBySource<Waiting>()
  readonly #maxWaiting: number
  #free: number
  /** The queue that has the next turn. */
  #next = this.#known

  /** `maxWaiting` is the number of waiting tasks of each of the two queues. */
  constructor(atOnce: number, maxWaiting: number) {
    this.#free = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** @throws {AppError} UNAVAILABLE when a task of the asker would be refused now. */
  requireRoom(asker: Asker): void {
    const queue = this.#queueOf(asker)
    if (this.#isFull(queue) && !queue.rivalOf(asker)) throw tooManyWaiting()
  }

  /** Runs `task` when its turn comes. @throws {AppError} UNAVAILABLE when it has to make room, before it has started. */
  async run<T>(asker: Asker, task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#wait(asker)
    try {
      return await task()
    } finally {
      this.#startNext()
    }
  }

  #wait(asker: Asker): Promise<void> {
    this.requireRoom(asker)
    const queue = this.#queueOf(asker)
    const rival = this.#isFull(queue) ? queue.rivalOf(asker) : undefined
    if (rival && queue.remove(rival)) rival.refuse(tooManyWaiting())
    return new Promise((start, refuse) => queue.add({ source: asker, start, refuse }))
  }

  #startNext(): void {
    const other = this.#next === this.#known ? this.#strangers : this.#known
    const task = this.#next.take() ?? other.take()
    this.#next = other
    if (task) task.start()
    else this.#free++
  }

  #queueOf({ isKnown }: Asker): QueueBySource<Waiting> {
    return isKnown ? this.#known : this.#strangers
  }

  /** `run` lets nobody wait while a place is free. */
  #isFull(queue: QueueBySource<Waiting>): boolean {
    return this.#free === 0 && queue.size >= this.#maxWaiting
  }
}

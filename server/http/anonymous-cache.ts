import { LRUCache } from 'lru-cache'

/** Longest age of a shared answer, in milliseconds (docs/decisions/0003). */
const MAX_AGE = 1000

/** Requests longer than this are unusual, and their answers are not kept: characters of the key. */
const LONGEST_KEY = 4096

type Options<T> = {
  /** What is kept takes at most so many bytes. */
  budget: number
  /** Larger answers are handed to those who wait and not kept, in bytes. */
  largest: number
  sizeOf: (value: T) => number
  isWorthKeeping: (value: T) => boolean
}

type Pending<T> = { value: Promise<T>; startedAt: number }

/**
 * Answers to anonymous readers, kept for at most a second and computed once for everybody who asks meanwhile. What is
 * kept has a budget in bytes; expired answers leave by themselves (threat 52). `clear` is called when a post or a like
 * changes; what was being computed then is handed to those who wait and not kept.
 */
export class AnonymousCache<T extends object> {
  readonly #kept: LRUCache<string, T>
  readonly #flights = new Map<string, Pending<T>>()
  readonly #isWorthKeeping: (value: T) => boolean

  constructor({ budget, largest, sizeOf, isWorthKeeping }: Options<T>) {
    this.#isWorthKeeping = isWorthKeeping
    this.#kept = new LRUCache({
      maxSize: budget,
      maxEntrySize: largest,
      // Characters may take two bytes.
      sizeCalculation: (value, key) => sizeOf(value) + key.length * 2,
      ttl: MAX_AGE,
      ttlAutopurge: true,
      // The clock that says when a computation began.
      perf: performance,
      // Asks the clock each time, instead of starting a timer for each millisecond.
      ttlResolution: 0,
    })
  }

  /** What is kept takes so many bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** What is kept under the key, if anything is. */
  peek(key: string): T | undefined {
    return this.#kept.get(key)
  }

  /** What is kept under the key, or else what is computed; the answer to a failure is never kept. */
  async get(key: string, compute: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept) return kept
    const flight = this.#flights.get(key)
    if (flight && performance.now() - flight.startedAt < MAX_AGE) return flight.value
    return this.#compute(key, compute)
  }

  clear(): void {
    this.#flights.clear()
    this.#kept.clear()
  }

  async #compute(key: string, compute: () => Promise<T>): Promise<T> {
    const flight: Pending<T> = { value: compute(), startedAt: performance.now() }
    this.#flights.set(key, flight)
    const isCurrent = () => this.#flights.get(key) === flight
    try {
      const value = await flight.value
      if (isCurrent() && key.length <= LONGEST_KEY && this.#isWorthKeeping(value)) {
        this.#kept.set(key, value, { start: flight.startedAt })
      }
      return value
    } finally {
      if (isCurrent()) this.#flights.delete(key)
    }
  }
}

import { LRUCache } from 'lru-cache'
import type { Limit } from '../env-reader.ts'

/**
 * Token buckets in memory, one per key: each holds `limit.count` tokens, which come back evenly in `limit.seconds`.
 * Only the time at which a bucket will be full again is stored. Beyond `maxKeys` the least recently used key is
 * forgotten, which makes its bucket full. Times are milliseconds of a monotonic clock.
 */
export class TokenBuckets {
  readonly #fullAt: LRUCache<string, number>
  readonly #capacity: number
  /** Milliseconds in which one token comes back. */
  readonly #interval: number

  constructor({ count, seconds }: Limit, maxKeys: number) {
    this.#fullAt = new LRUCache({ max: maxKeys })
    this.#capacity = count
    this.#interval = (seconds * 1000) / count
  }

  /** Milliseconds until there is a token; 0 when there is one now. */
  waitFor(key: string, now: number): number {
    const missing = (this.#fullAt.get(key) ?? now) - now
    const wait = missing - (this.#capacity - 1) * this.#interval
    // Half a token of tolerance: sums of fractions are never exact.
    return wait > this.#interval / 2 ? wait : 0
  }

  /** Takes a token, whether there is one or not. */
  take(key: string, now: number): void {
    this.#fullAt.set(key, Math.max(now, this.#fullAt.get(key) ?? now) + this.#interval)
  }

  /** Puts a taken token back. */
  giveBack(key: string): void {
    const fullAt = this.#fullAt.get(key)
    if (fullAt !== undefined) this.#fullAt.set(key, fullAt - this.#interval)
  }
}

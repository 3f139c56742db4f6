import { LRUCache } from 'lru-cache'
import { stepSince1970 } from '#rules/hours.ts'
import { type Config, shareOf } from '../config.ts'
import type { Services } from '../context.ts'
import { type Change, changesOf } from '../database/changes.ts'
import { shownAuthor, shownCollection } from '../database/shown.ts'

const MAX_AGE = 1000

const LEAST_BUDGET = 4 * 1024 * 1024

export function budgetOf(config: Pick<Config, 'processes'>, total: number): number {
  return shareOf(config, total, LEAST_BUDGET)
}

type Shared = {
  body: { readonly size: number }
  shown: ReadonlySet<string>
}

type Options<T> = {
  budget: number
  /** Bytes; larger responses, with their keys, go to waiting requests but are not cached. */
  largest: number
  isCacheable?: (value: T) => boolean
}

export function openSharedCache<T extends Shared>(
  { config, db }: Pick<Services, 'config' | 'db'>,
  options: Options<T>,
): SharedCache<T> {
  const cache = new SharedCache<T>({ ...options, budget: budgetOf(config, options.budget) })
  changesOf(db).listen((change) => cache.drop(change))
  return cache
}

type Pending<T> = { value: Promise<T>; startedAt: number; changedSince: Set<string> }

/**
 * Caches a response for a second at most, and computes it once for all waiting requests. Changes drop outdated
 * responses.
 */
export class SharedCache<T extends Shared> {
  readonly #kept: LRUCache<string, T>
  readonly #flights = new Map<string, Pending<T>>()
  readonly #isCacheable: (value: T) => boolean
  hits = 0
  misses = 0
  #step = 0

  constructor({ budget, largest, isCacheable = () => true }: Options<T>) {
    this.#isCacheable = isCacheable
    this.#kept = new LRUCache({
      maxSize: budget,
      maxEntrySize: largest,
      // A character may take two bytes.
      sizeCalculation: ({ body }, key) => body.size + key.length * 2,
      ttl: MAX_AGE,
      ttlAutopurge: true,
      // Uses the clock that times computations.
      perf: performance,
      // Reads the clock each time; otherwise the cache starts a timer per millisecond.
      ttlResolution: 0,
    })
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  peek(key: string): T | undefined {
    this.#forgetLastStep()
    const kept = this.#kept.get(key)
    if (kept) this.hits += 1
    return kept
  }

  async get(key: string, compute: () => Promise<T>): Promise<T> {
    const kept = this.peek(key)
    if (kept) return kept
    this.misses += 1
    const flight = this.#flights.get(key)
    if (flight && performance.now() - flight.startedAt < MAX_AGE) return flight.value
    return this.#compute(key, compute)
  }

  /**
   * A like or comment drops responses with the post, a follow those with the author, a change of a collection those
   * with it, any other change all responses. So does null: changes may be missed.
   */
  drop(change: Change | null): void {
    if (change?.kind === 'like' || change?.kind === 'comment') this.#dropShowing(String(change.postId))
    else if (change?.kind === 'follow') this.#dropShowing(shownAuthor(change.handle))
    else if (change?.kind === 'collection') {
      this.#flights.clear()
      this.#dropShowing(shownCollection(change.id))
    } else this.clear()
  }

  clear(): void {
    this.#flights.clear()
    this.#kept.clear()
  }

  #dropShowing(id: string): void {
    for (const flight of this.#flights.values()) flight.changedSince.add(id)
    for (const [key, { shown }] of this.#kept.entries()) if (shown.has(id)) this.#kept.delete(key)
  }

  /** Other places are open in the next step. */
  #forgetLastStep(): void {
    const step = stepSince1970(Date.now())
    if (step !== this.#step) this.clear()
    this.#step = step
  }

  async #compute(key: string, compute: () => Promise<T>): Promise<T> {
    const flight: Pending<T> = { value: compute(), startedAt: performance.now(), changedSince: new Set() }
    this.#flights.set(key, flight)
    const isCurrent = () => this.#flights.get(key) === flight
    try {
      const value = await flight.value
      const isNew = ![...flight.changedSince].some((id) => value.shown.has(id))
      if (isCurrent() && isNew && this.#isCacheable(value)) {
        this.#kept.set(key, value, { start: flight.startedAt })
      }
      return value
    } finally {
      if (isCurrent()) this.#flights.delete(key)
    }
  }
}

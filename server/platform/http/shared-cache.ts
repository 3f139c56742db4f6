import { LRUCache } from 'lru-cache'
import { stepSince1970 } from '#rules/hours.ts'
import { type Config, shareOf } from '../config.ts'
import type { Services } from '../context.ts'
import { type Change, changesOf } from '../db/changes.ts'
import { shownAuthor, shownCollection } from '../db/shown.ts'

const MAX_AGE = 1000

const LEAST_BUDGET = 4 * 1024 * 1024

/** The budget of one process in `total` bytes, which all processes share. */
export function budgetOf(config: Pick<Config, 'processes'>, total: number): number {
  return shareOf(config, total, LEAST_BUDGET)
}

type Shared = {
  /** Its size in bytes. */
  body: { readonly size: number }
  shown: ReadonlySet<string>
}

type Options<T> = {
  /** Bytes. */
  budget: number
  /** Larger responses, with their keys, are shared with waiting requests but not cached, in bytes. */
  largest: number
  isWorthKeeping?: (value: T) => boolean
}

/** A cache with its process's share of the budget, which hears of every change. */
export function openSharedCache<T extends Shared>(
  { config, db }: Pick<Services, 'config' | 'db'>,
  options: Options<T>,
): SharedCache<T> {
  const cache = new SharedCache<T>({ ...options, budget: budgetOf(config, options.budget) })
  changesOf(db).listen((change) => cache.drop(change))
  return cache
}

type Pending<T> = { value: Promise<T>; startedAt: number; changedSince: Set<string> }

/** Keeps a response for at most a second, and computes it once for all who wait. A change drops what it outdates. */
export class SharedCache<T extends Shared> {
  readonly #kept: LRUCache<string, T>
  readonly #flights = new Map<string, Pending<T>>()
  readonly #isWorthKeeping: (value: T) => boolean
  hits = 0
  misses = 0
  /** The five-minute step for which responses are kept. */
  #step = 0

  constructor({ budget, largest, isWorthKeeping = () => true }: Options<T>) {
    this.#isWorthKeeping = isWorthKeeping
    this.#kept = new LRUCache({
      maxSize: budget,
      maxEntrySize: largest,
      // A character may take two bytes.
      sizeCalculation: ({ body }, key) => body.size + key.length * 2,
      ttl: MAX_AGE,
      ttlAutopurge: true,
      // The clock that times computations.
      perf: performance,
      // Reads the clock each time; otherwise the cache would start a timer per millisecond.
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

  /** Failures are never cached. */
  async get(key: string, compute: () => Promise<T>): Promise<T> {
    const kept = this.peek(key)
    if (kept) return kept
    this.misses += 1
    const flight = this.#flights.get(key)
    if (flight && performance.now() - flight.startedAt < MAX_AGE) return flight.value
    return this.#compute(key, compute)
  }

  /**
   * A like or comment drops the responses that show the post, a follow those of the author, a change of a collection those that
   * show it, and any other change all of them, as does null, which says that changes may have been missed.
   */
  drop(change: Change | null): void {
    if (change?.kind === 'like' || change?.kind === 'comment') this.#dropShowing(String(change.postId))
    else if (change?.kind === 'follow') this.#dropShowing(shownAuthor(change.handle))
    else if (change?.kind === 'collection') {
      // It may be private now, so nobody who asks from now on waits for what was computed before.
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

  /** In the next step other places are open. */
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
      if (isCurrent() && isNew && this.#isWorthKeeping(value)) {
        this.#kept.set(key, value, { start: flight.startedAt })
      }
      return value
    } finally {
      if (isCurrent()) this.#flights.delete(key)
    }
  }
}

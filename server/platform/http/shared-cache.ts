import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS, toSeoulTime } from '#rules/dates.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import type { ChangeLog } from '../database/change-log.ts'
import { changesOf } from '../database/changes.ts'
import type { Shown } from '../database/shown.ts'

/**
 * Milliseconds for which a response is kept at most, because of changes that no process announces: statements by hand,
 * and those of a process that ended right after its commit.
 */
const MAX_AGE = HOUR_MS

/** Milliseconds for which requests join a running computation of the same response. */
const JOINED_MS = 1000

/** Milliseconds until a replica has a change, or is left out (`database/replicas.ts`). */
const REPLICA_LAG = 3000

/** Milliseconds for which a response is kept that a replica may have made from data before a change. */
const LAGGING_MS = 1000

type Shared = {
  body: {
    readonly size: number
    /** Keeps only what takes little memory. */
    pack(): void
  }
  shown: Pick<Shown, 'until'> & Iterable<string>
}

type Options<T> = {
  /** Bytes of each process. */
  budget: number
  /** Bytes; larger responses, with their keys, go to waiting requests but are not cached. */
  largest: number
  isCacheable?: (value: T) => boolean
}

type Parts = Pick<Services, 'config' | 'db'>

/** @param options.share part, from 0 to 1, of the memory that CACHE_MB gives to shared responses */
export function openSharedCache<T extends Shared>(
  { config, db }: Parts,
  { share, ...options }: Omit<Options<T>, 'budget'> & { share: number },
): SharedCache<T> {
  const changes = changesOf(db)
  return new SharedCache<T>({
    ...options,
    budget: budgetOf(config, share),
    log: changes.log,
    isListening: () => changes.isListening,
    mayLag: config.databaseReadUrls.length > 0,
  })
}

function budgetOf({ cacheMb }: Pick<Config, 'cacheMb'>, share: number): number {
  return Math.floor(cacheMb * share * 2 ** 20)
}

type Kept<T> = Readonly<{ value: T; since: number; until: number; bytes: number }>

type Pending<T> = Readonly<{ value: Promise<T>; startedAt: number; since: number }>

type Sources = Readonly<{
  log: ChangeLog
  isListening: () => boolean
  /** Whether responses may be made from replicas. */
  mayLag?: boolean
}>

/**
 * Keeps a response until something that it shows changes, or until its `Shown.until`, and computes it once for all
 * waiting requests. A response counts as old if anything it shows has changed since its computation began, also while
 * that went on.
 */
export class SharedCache<T extends Shared> {
  readonly #kept: LRUCache<string, Kept<T>>
  readonly #flights = new Map<string, Pending<T>>()
  readonly #isCacheable: (value: T) => boolean
  readonly #sources: Sources
  hits = 0
  misses = 0

  constructor({ budget, largest, isCacheable = () => true, ...sources }: Options<T> & Sources) {
    this.#isCacheable = isCacheable
    this.#sources = sources
    this.#kept = new LRUCache({
      maxSize: budget,
      maxEntrySize: largest,
      // A character may take two bytes.
      sizeCalculation: ({ bytes, value }, key) => bytes + (key.length + namesLength(value)) * 2,
    })
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  peek(key: string): T | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (!this.#isRight(kept)) {
      this.#kept.delete(key)
      return undefined
    }
    // Each further encoding of the body takes memory.
    if (kept.value.body.size !== kept.bytes) this.#kept.set(key, { ...kept, bytes: kept.value.body.size })
    this.hits += 1
    return kept.value
  }

  async get(key: string, compute: () => Promise<T>): Promise<T> {
    const { log } = this.#sources
    const arrived = log.sequence
    const kept = this.peek(key)
    if (kept) return kept
    this.misses += 1
    for (;;) {
      const flight = this.#flights.get(key)
      if (!flight || performance.now() - flight.startedAt >= JOINED_MS) return this.#compute(key, compute)
      const value = await flight.value
      // A change that was known when this request arrived must be in its response.
      if (flight.since >= arrived || this.#isRight({ value, since: flight.since, until: value.shown.until }))
        return value
    }
  }

  #isRight({ value, since, until }: Omit<Kept<T>, 'bytes'>): boolean {
    return Date.now() < until && this.#sources.log.lastOf(value.shown).sequence <= since
  }

  async #compute(key: string, compute: () => Promise<T>): Promise<T> {
    const [began, startedAt, since] = [Date.now(), performance.now(), this.#sources.log.sequence]
    const flight: Pending<T> = { value: compute(), startedAt, since }
    this.#flights.set(key, flight)
    const isCurrent = () => this.#flights.get(key) === flight
    try {
      const value = await flight.value
      if (isCurrent()) this.#keep(key, value, { began, ...flight })
      return value
    } finally {
      if (isCurrent()) this.#flights.delete(key)
    }
  }

  #keep(key: string, value: T, { began, startedAt, since }: Omit<Pending<T>, 'value'> & { began: number }): void {
    const { log, isListening, mayLag = false } = this.#sources
    if (!isListening() || !this.#isCacheable(value)) return
    const isLagging = mayLag && log.lastOf(value.shown).at > startedAt - REPLICA_LAG
    const until = Math.min(value.shown.until, nextDay(began), began + (isLagging ? LAGGING_MS : MAX_AGE))
    if (!this.#isRight({ value, since, until })) return
    value.body.pack()
    this.#kept.set(key, { value, since, until, bytes: value.body.size })
  }
}

/** Start of the next day in Seoul: holidays, closing days and words such as '어제' depend on the day. */
function nextDay(instant: number): number {
  return instant + DAY_MS - (toSeoulTime(instant).getTime() % DAY_MS)
}

function namesLength({ shown }: Shared): number {
  let length = 0
  for (const name of shown) length += name.length + NAME_OVERHEAD
  return length
}

/** Memory that a string in a set takes beside its letters, in characters of two bytes. */
const NAME_OVERHEAD = 24

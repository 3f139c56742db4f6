import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { LIST_PAGE_SIZE, MAX_EXACT_PAGE_COUNT } from '#rules/paging.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { perDatabase, type Queryable } from '../../../platform/database/connect.ts'

type Asker = Pick<OperationContext, 'db' | 'log'>

/** Number of posts up to which the length of a list is exact. */
export const EXACT_COUNT_LIMIT = MAX_EXACT_PAGE_COUNT * LIST_PAGE_SIZE

const COUNT_AGE_MS = 60_000

/** Milliseconds until a failed count is repeated, because it may be costly. */
const FAILURE_MS = 5000

const MAX_LISTS = 1000

/** Parallel background counts: a long one reads the database for seconds, and every search may cause another. */
const MAX_RUNNING = 2

/** `isWhole` tells whether the list was counted to its end. */
export type ListCount = { total: number; isWhole: boolean }

type Known = { total: number; countedAt: number; isRunning: boolean }

export async function countRows(db: Queryable, query: RawBuilder<unknown>, limit?: number): Promise<number> {
  const end = limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`
  const { rows } = await sql<{ count: number }>`select count(*) from (${query} ${end}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts a list up to one more than `EXACT_COUNT_LIMIT`. */
export async function countUpToExact(db: Queryable, query: RawBuilder<unknown>): Promise<ListCount> {
  const total = await countRows(db, query, EXACT_COUNT_LIMIT + 1)
  return { total, isWhole: total <= EXACT_COUNT_LIMIT }
}

/** Cached lengths of long lists, counted in the background. */
class ListCounts {
  readonly #known = new LRUCache<string, Known>({ max: MAX_LISTS })
  #running = 0

  /** Returns the result of `quickly` until `wholly` has counted the list; the count is renewed after a minute. */
  async of(
    name: string,
    quickly: () => Promise<ListCount>,
    wholly: () => Promise<number>,
    log: FastifyBaseLogger,
  ): Promise<number> {
    const known = this.#known.get(name) ?? (await this.#begin(name, quickly))
    if (performance.now() - known.countedAt > COUNT_AGE_MS) this.#count(known, wholly, log)
    return known.total
  }

  async #begin(name: string, quickly: () => Promise<ListCount>): Promise<Known> {
    const { total, isWhole } = await quickly()
    if (isWhole) return { total, countedAt: performance.now(), isRunning: false }
    const known = this.#known.get(name) ?? { total, countedAt: Number.NEGATIVE_INFINITY, isRunning: false }
    this.#known.set(name, known)
    return known
  }

  #count(known: Known, wholly: () => Promise<number>, log: FastifyBaseLogger): void {
    if (known.isRunning || this.#running >= MAX_RUNNING) return
    known.isRunning = true
    this.#running++
    wholly()
      .then(
        (total) => Object.assign(known, { total, countedAt: performance.now() }),
        (error: unknown) => {
          known.countedAt = performance.now() - COUNT_AGE_MS + FAILURE_MS
          log.warn({ err: error }, 'a list could not be counted')
        },
      )
      .finally(() => {
        known.isRunning = false
        this.#running--
      })
  }
}

export const listCounts = perDatabase(() => new ListCounts())

/**
 * Length of a list. Of a long one it is at first `EXACT_COUNT_LIMIT` + 1, then a count of the last minute or so, cached under `name`.
 */
export function countList({ db, log }: Asker, name: string, posts: RawBuilder<unknown>): Promise<number> {
  return listCounts(db).of(
    name,
    () => countUpToExact(db, posts),
    () => countRows(db, posts),
    log,
  )
}

export function pageCount(total: number): number {
  return Math.ceil(total / LIST_PAGE_SIZE)
}

import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { EXACT_PAGES, PAGE_SIZE } from '#rules/paging.ts'
import { perDatabase, type Queryable } from '../../db/connect.ts'

/** Up to this many posts a list is counted exactly (docs/data.md, "Counts"). */
export const EXACT_COUNT = EXACT_PAGES * PAGE_SIZE

/** An older estimate is renewed in the background. */
const ESTIMATE_AGE_MS = 60_000

/** A failed estimate is not made again for this time: it may have read the database until its time was up. */
const FAILURE_MS = 5000

const MAX_LISTS = 1000

/** Each estimate may read the database for seconds, and every search may ask for another one. */
const MAX_RUNNING = 2

export type ListCount = { total: number; exact: boolean }

type Estimate = { total: number; madeAt: number; running: boolean }

export async function countRows(db: Queryable, query: RawBuilder<unknown>, limit?: number): Promise<number> {
  const end = limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`
  const { rows } = await sql<{ count: number }>`select count(*) from (${query} ${end}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Up to the number beyond which a list's length is an estimate. */
export async function countUpToExact(db: Queryable, query: RawBuilder<unknown>): Promise<ListCount> {
  const total = await countRows(db, query, EXACT_COUNT + 1)
  return { total, exact: total <= EXACT_COUNT }
}

/** The lengths of long lists. Lists that can be counted exactly are not kept. */
class ListCounts {
  readonly #estimates = new LRUCache<string, Estimate>({ max: MAX_LISTS })
  #running = 0

  /** If `count` ends before the list does, `estimate` runs in the background, and again whenever it is old. */
  async of(
    key: string,
    count: () => Promise<ListCount>,
    estimate: () => Promise<number>,
    log: FastifyBaseLogger,
  ): Promise<number> {
    const known = this.#estimates.get(key)
    if (known) {
      if (performance.now() - known.madeAt > ESTIMATE_AGE_MS) this.#refresh(known, estimate, log)
      return known.total
    }
    const { total, exact } = await count()
    if (!exact && !this.#estimates.has(key)) this.#refresh(this.#keep(key, total), estimate, log)
    return total
  }

  #keep(key: string, total: number): Estimate {
    const kept = { total, madeAt: Number.NEGATIVE_INFINITY, running: false }
    this.#estimates.set(key, kept)
    return kept
  }

  #refresh(kept: Estimate, estimate: () => Promise<number>, log: FastifyBaseLogger): void {
    if (kept.running || this.#running >= MAX_RUNNING) return
    kept.running = true
    this.#running++
    estimate()
      .then(
        (total) => Object.assign(kept, { total, madeAt: performance.now() }),
        (error: unknown) => {
          kept.madeAt = performance.now() - ESTIMATE_AGE_MS + FAILURE_MS
          log.warn({ err: error }, 'a list could not be counted')
        },
      )
      .finally(() => {
        kept.running = false
        this.#running--
      })
  }
}

export const listCounts = perDatabase(() => new ListCounts())

export function pageCount(total: number): number {
  return Math.ceil(total / PAGE_SIZE)
}

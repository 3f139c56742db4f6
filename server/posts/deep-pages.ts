import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import { type Database, perDatabase, type Queryable } from '../db/connect.ts'
import type { Order } from './orders.ts'

/** Greatest age of used keys, in milliseconds; the database keeps changes longer (`purgeListChanges`). */
const KEYS_AGE_MS = 10 * 60_000

type Limits = Readonly<{
  /** Posts between two remembered keys. */
  step: number
  /** Most keys of an order, some 100 bytes each. After the last key, posts are skipped one by one. */
  keys: number
  /** After more changes than this, keys are not used until they are read again. */
  changes: number
  /** Shortest time between two readings of an order, in milliseconds; one takes some 0.4 s for a million posts. */
  pause: number
}>

const LIMITS: Limits = { step: 1000, keys: 10_000, changes: 1000, pause: 10_000 }

/** The last post of each step, in the order: its id and its sort value. */
type Keys = Readonly<{
  ids: readonly number[]
  ranks: readonly (string | null)[]
  /** The transactions that were visible when the keys were read (`pg_snapshot`). */
  snapshot: string
  readAt: number
}>

/**
 * Reads pages far from the start of a list without skipping all posts before them. The process remembers every n-th key
 * of the list, and a page starts at one of these keys. The same statement sums up from `list_changes` how far the key
 * has moved since, so the page is exactly the one that OFFSET would return (docs/decisions/0161).
 */
export class DeepPages {
  readonly #limits: Limits
  readonly #keys = new Map<Order, Keys>()
  /** The time at which the keys of an order were last read. */
  readonly #begunAt = new Map<Order, number>()

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Ids of the posts after `skip` posts, one more than a page; null if no key can be used. Missing or old keys are read
   * in the background.
   */
  async find(db: Database, order: Order, skip: number, log: FastifyBaseLogger): Promise<number[] | null> {
    const { step, changes: mostChanges } = this.#limits
    if (skip < 2 * step) return null
    const keys = this.#keys.get(order)
    const isFresh = keys !== undefined && performance.now() - keys.readAt < KEYS_AGE_MS
    const { changes, ids } = isFresh ? await this.#findFrom(keys, db, order, skip) : { changes: mostChanges, ids: null }
    if (changes > mostChanges / 2) this.#readSoon(db, order, log)
    return ids
  }

  /** Reads the keys of the order. */
  async read(db: Queryable, order: Order): Promise<void> {
    const { step, keys } = this.#limits
    const readAt = performance.now()
    const { rows } = await sql<Omit<Keys, 'readAt'>>`
      select coalesce(array_agg(id order by n), '{}')::float8[] as ids,
        coalesce(array_agg(rank order by n), '{}')::text[] as ranks, pg_current_snapshot()::text as snapshot
      from (
        select ${order.id} as id, ${order.rank} as rank, row_number() over (order by ${order.by}) as n from ${order.table}
      ) numbered
      where n % ${sql.lit(step)} = 0 and n <= ${sql.lit(step * keys)}`.execute(db)
    if (rows[0]) this.#keys.set(order, { ...rows[0], readAt })
  }

  #readSoon(db: Database, order: Order, log: FastifyBaseLogger): void {
    const now = performance.now()
    if (now - (this.#begunAt.get(order) ?? Number.NEGATIVE_INFINITY) < this.#limits.pause) return
    this.#begunAt.set(order, now)
    this.read(db, order).catch((error: unknown) => log.warn({ err: error }, 'the keys of a list could not be read'))
  }

  /** The page, starting at the last key that is not behind it, and the number of changes. */
  async #findFrom({ ids, ranks, snapshot }: Keys, db: Database, order: Order, skip: number) {
    const { step, changes } = this.#limits
    // The key with index i came after (i + 1) × step posts; no change moves it by more than one.
    const expected = Math.min(Math.floor(skip / step), ids.length) - 1
    const reach = Math.ceil(changes / step)
    const from = Math.max(0, expected - reach)
    const to = expected + reach + 1
    const near = { id: sql<number>`near.id`, rank: sql<string>`near.rank` }
    const start = { id: sql<number>`start.id`, rank: sql<string>`start.rank` }
    const { rows } = await sql<{ changes: number; ids: number[] | null }>`
      with changed as materialized (
        select post_id as id, post_id, title, like_count, change from list_changes
        where tx >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(tx, ${snapshot}::pg_snapshot)
          and ${order.changed} is not null
        limit ${sql.lit(changes + 1)}
      ),
      counted as (
        select count(*) + count(*) filter (where change = 0) * ${sql.lit(changes)} as changes from changed
      ),
      start as (
        select near.id, near.rank, ${(from + 1) * step}::bigint + (near.index - 1) * ${sql.lit(step)} + (
          select coalesce(sum(change), 0) from changed ${sql.ref(order.alias)} where not (${order.after(near)})
        ) as position
        from unnest(${ids.slice(from, to)}::bigint[], ${ranks.slice(from, to)}::${order.rankType}[])
          with ordinality near (id, rank, index)
        where (select changes from counted) <= ${sql.lit(changes)}
      )
      select (select changes from counted) as changes, (
        select array(
          select ${order.id} from ${order.table} where ${order.after(start)}
          order by ${order.by} limit ${sql.lit(PAGE_SIZE + 1)} offset ${skip}::bigint - start.position
        )::float8[]
        from start where start.position <= ${skip}::bigint order by start.position desc limit 1
      ) as ids`.execute(db)
    return rows[0] ?? { changes: 0, ids: null }
  }
}

/** The keys remembered for a database. */
export const deepPages = perDatabase(() => new DeepPages())

/** Removes changes that no process needs any more. */
export async function purgeListChanges(db: Queryable): Promise<void> {
  await sql`delete from list_changes where at < now() - interval '15 minutes'`.execute(db)
}

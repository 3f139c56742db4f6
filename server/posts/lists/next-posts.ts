import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Queryable } from '../../db/connect.ts'
import { allOf, conditionsOf, isFiltering, mayPass } from './list-filter.ts'
import type { ListKey, Order, Stop } from './orders.ts'
import { afterKey, type List, limitOf, skipOf } from './paging.ts'

/** With a filter, a page looks at so many posts; the next one goes on after them. */
export const LOOKED_AT = 50_000

/** In the order of the list, one more than a page; `stop`: where looking ended if more posts follow. */
export type Found = Readonly<{ ids: number[]; stop: Stop | null }>

type Wanted = Pick<List, 'filter' | 'paging'>

/** A page by number skips as far as it is asked to. */
export async function findFilteredPosts(db: Queryable, order: Order, wanted: Wanted): Promise<Found> {
  const lookedAt = skipOf(wanted.paging) > 0 ? null : LOOKED_AT
  const ids = sql`select ${order.id} as id from ${nextPosts(order, wanted, { lookedAt })}
    order by ${order.by} ${limitOf(wanted.paging)}`
  return findAmongNext(db, order, wanted, { ids, lookedAt })
}

/** How many posts of a list are looked at, null for all, and at most how many of those that pass are wanted. */
type Reach = { lookedAt: number | null; most?: number | undefined }

/** The posts that pass the filter among the next posts of the list. Filters are checked in the order's index alone. */
export function nextPosts(order: Order, wanted: Wanted, { lookedAt, most }: Reach): RawBuilder<unknown> {
  const alias = sql.ref(order.alias)
  const next = sql`(
    select ${order.columns} from ${order.table} where ${isNext(order, wanted)}
    order by ${order.by} limit ${sql.lit(lookedAt)}
  ) ${alias}`
  if (!isFiltering(wanted.filter)) return next
  const passing = allOf(conditionsOf(wanted.filter, order.alias))
  const end = most === undefined ? sql`` : sql`order by ${order.by} limit ${sql.lit(most)}`
  return sql`(select ${alias}.* from ${next} where ${passing} ${end}) ${alias}`
}

/** One statement also finds where the next `lookedAt` posts end, so that the next page misses nothing. */
export async function findAmongNext(
  db: Queryable,
  order: Order,
  wanted: Wanted,
  { ids, lookedAt, searched }: { ids: RawBuilder<unknown>; lookedAt: number | null; searched?: number },
): Promise<Found> {
  const last = lookedAt === null ? sql`false` : isNext(order, wanted)
  const { rows } = await sql<{ ids: number[]; id: number | null; rank: ListKey['rank'] }>`
    select found.ids, stop.id, stop.rank
    from (select array(${ids})::float8[] as ids) found
    left join lateral (
      select ${order.id} as id, ${order.rank} as rank from ${order.table}
      where cardinality(found.ids) <= ${sql.lit(PAGE_SIZE)} and ${last}
      order by ${order.by} limit 1 offset ${sql.lit((lookedAt ?? 1) - 1)}
    ) stop on true`.execute(db)
  const { ids: found = [], id = null, rank = null } = rows[0] ?? {}
  return { ids: found, stop: id === null ? null : { key: { id, rank }, ...(searched !== undefined && { searched }) } }
}

function isNext(order: Order, { filter, paging }: Wanted): RawBuilder<boolean> {
  return allOf([...afterKey(order, paging), ...mayPass(filter, order.alias, order.isById)])
}

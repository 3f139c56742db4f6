import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Queryable } from '../db/connect.ts'
import { allOf, conditionsOf, type OpenFilter } from './list-filter.ts'
import type { Order } from './orders.ts'
import { afterKey, MAX_SKIPPED, type Paging, skipOf } from './paging.ts'

/** Posts of the list that are read before open posts are looked up by their hours. */
const READ_FOR_OPEN_PAGE = 5000

/**
 * Ids of the open posts in order, one more than a page. Usually the next posts of the list contain enough of them; when
 * hardly anything is open, they are looked up by their hours.
 */
export async function findOpenPosts(
  db: Queryable,
  order: Order,
  filter: OpenFilter,
  paging: Paging,
): Promise<number[]> {
  const skip = skipOf(paging)
  if (skip > MAX_SKIPPED) return []
  const wanted = skip + PAGE_SIZE + 1
  const idsOf = async (rows: RawBuilder<unknown>) => {
    const { rows: found } = await sql<{ id: number }>`
      select ${order.id} as id from ${rows} order by ${order.by} offset ${skip}`.execute(db)
    return found.map(({ id }) => id)
  }
  const ids = await idsOf(openAmongNext(order, filter, paging, { read: READ_FOR_OPEN_PAGE, limit: wanted }))
  return ids.length > PAGE_SIZE ? ids : idsOf(nextOpen(order, filter, paging, wanted))
}

/**
 * At most `limit` open posts, among `read` posts of the list. Hours are read from the index alone, about 0.2 µs a post.
 */
type Reach = { read: number; limit: number }

/**
 * SQL of the open posts among the next posts of the list: a subquery with the order's alias and columns.
 */
export function openAmongNext(
  order: Order,
  filter: OpenFilter,
  paging: Paging,
  { read, limit }: Reach,
): RawBuilder<unknown> {
  const alias = sql.ref(order.alias)
  const hours = sql.ref(`${order.alias}.open_hours`)
  return sql`(
    select ${alias}.* from (
      select ${order.columns} from ${order.table} where ${allOf([sql`${hours} is not null`, ...afterKey(order, paging)])}
      order by ${order.by} limit ${sql.lit(read)}
    ) ${alias}
    where ${allOf(conditionsOf(filter, order.alias))} order by ${order.by} limit ${limit}
  ) ${alias}`
}

/**
 * The next `limit` open posts of the list, wherever they are: the first ones of all classes of hours that may be open
 * then, merged. It costs an index look-up for each class in use (2,352 exist, one or two hundred are usual) and `limit`
 * rows of each.
 */
export function nextOpen(order: Order, filter: OpenFilter, paging: Paging, limit: number): RawBuilder<unknown> {
  const alias = sql.ref(order.alias)
  const hours = sql.ref(`${order.alias}.open_hours`)
  const conditions = allOf([...conditionsOf(filter, order.alias), ...afterKey(order, paging)])
  return sql`(
    select ${alias}.*
    from hour_classes, lateral (
      select ${order.columns} from ${order.table}
      where hour_class(${hours}) = hour_classes.class and ${hours} is not null and ${conditions}
      order by ${order.by} limit ${limit}
    ) ${alias}
    where may_be_open(hour_classes.class, ${filter.openAt}::integer) order by ${order.by} limit ${limit}
  ) ${alias}`
}

import { type RawBuilder, sql } from 'kysely'
import type { OpenFilter } from './list-filter.ts'
import { conditionsOf } from './list-filter.ts'
import type { Order } from './orders.ts'
import type { Paging } from './paging.ts'

/**
 * The two bounded ways to the open posts of an order. Both are SQL for a subquery under the order's alias, with the order's
 * columns.
 */

/**
 * How many rows a way to the open posts takes: `limit` open ones at most, among `read` posts of the list, whose hours are
 * read by its index alone, about 0.2 µs each.
 */
type Reach = { read: number; limit: number }

/** The open posts among the next ones of the list. */
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
      select ${order.columns} from ${order.table} where ${hours} is not null ${andAfter(order, paging)}
      order by ${order.by} limit ${sql.lit(read)}
    ) ${alias}
    where ${sql.join(conditionsOf(filter, order.alias), sql` and `)} order by ${order.by} limit ${limit}
  ) ${alias}`
}

/**
 * The next `limit` open posts of the list, wherever they are: the first ones of all hours that are open then, merged. It
 * costs an index look-up for each hours in use (82,944 exist, a few hundred are usual) and `limit` rows of each.
 */
export function nextOpen(order: Order, filter: OpenFilter, paging: Paging, limit: number): RawBuilder<unknown> {
  const alias = sql.ref(order.alias)
  const conditions = sql.join(conditionsOf(filter, order.alias), sql` and `)
  return sql`(
    select ${alias}.*
    from hours_in_use, lateral (
      select ${order.columns} from ${order.table}
      where ${sql.ref(`${order.alias}.open_hours`)} = hours_in_use.hours and ${conditions} ${andAfter(order, paging)}
      order by ${order.by} limit ${limit}
    ) ${alias}
    where is_open(hours_in_use.hours, ${filter.openAt}::integer) order by ${order.by} limit ${limit}
  ) ${alias}`
}

function andAfter(order: Order, paging: Paging): RawBuilder<unknown> {
  return 'after' in paging ? sql`and ${order.after(paging.after)}` : sql``
}

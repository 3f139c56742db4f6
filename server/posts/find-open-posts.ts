import { sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Queryable } from '../db/connect.ts'
import { conditionsOf, type ListFilter } from './list-filter.ts'
import type { Order } from './orders.ts'
import type { Paging } from './paging.ts'

/** Posts of the list that are looked at in its own order, by its index alone, before the hours in use are asked one by one. */
const WALKED_POSTS = 2000

/** Posts that are passed over at most, for pages by number; the pages of a reader go by cursor and do not end there. */
const MAX_SKIPPED = 100 * PAGE_SIZE

/**
 * Ids of the posts that are open, in their order, one more than a page shows. At most times of the day the first ones of
 * the list are met soon; when hardly anything is open, the first ones of all hours that are open then are merged: as many
 * look-ups in an index as different hours are in use.
 */
export async function findOpenPosts(
  db: Queryable,
  order: Order,
  filter: ListFilter & { openAt: number },
  paging: Paging,
): Promise<number[]> {
  const skip = 'skip' in paging ? paging.skip : 0
  if (skip > MAX_SKIPPED) return []
  const after = 'after' in paging ? sql`and ${order.after(paging.after)}` : sql``
  const hours = sql.ref(`${order.alias}.open_hours`)
  const alias = sql.ref(order.alias)
  const page = sql`order by ${order.by} limit ${sql.lit(PAGE_SIZE + 1)} offset ${skip}`
  const walked = await sql<{ id: number }>`
    select ${order.id} as id from (
      select ${order.columns} from ${order.table} where ${hours} is not null ${after}
      order by ${order.by} limit ${sql.lit(WALKED_POSTS)}
    ) ${alias}
    where ${sql.join(conditionsOf(filter, order.alias), sql` and `)} ${page}`.execute(db)
  if (walked.rows.length > PAGE_SIZE) return walked.rows.map(({ id }) => id)
  const merged = await sql<{ id: number }>`
    select ${order.id} as id
    from hours_in_use, lateral (
      select ${order.columns} from ${order.table} where ${hours} = hours_in_use.hours ${after}
      order by ${order.by} limit ${skip + PAGE_SIZE + 1}
    ) ${alias}
    where is_open(hours_in_use.hours, ${filter.openAt}::integer) ${page}`.execute(db)
  return merged.rows.map(({ id }) => id)
}

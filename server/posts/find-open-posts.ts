import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Queryable } from '../db/connect.ts'
import type { OpenFilter } from './list-filter.ts'
import { nextOpen, openAmongNext } from './open-rows.ts'
import type { Order } from './orders.ts'
import type { Paging } from './paging.ts'

/** Posts of the list that are read before open ones are sought elsewhere. */
const READ_POSTS = 5000

/** Posts skipped at most, for pages by number; cursors have no such limit. */
const MAX_SKIPPED = 100 * PAGE_SIZE

/**
 * Ids of the posts that are open, in their order, one more than a page shows. At most times of the day they are among
 * the next posts of the list; when hardly anything is open, they are found hours by hours.
 */
export async function findOpenPosts(
  db: Queryable,
  order: Order,
  filter: OpenFilter,
  paging: Paging,
): Promise<number[]> {
  const skip = 'skip' in paging ? paging.skip : 0
  if (skip > MAX_SKIPPED) return []
  const wanted = skip + PAGE_SIZE + 1
  const idsOf = async (rows: RawBuilder<unknown>) => {
    const { rows: found } = await sql<{ id: number }>`
      select ${order.id} as id from ${rows} order by ${order.by} offset ${skip}`.execute(db)
    return found.map(({ id }) => id)
  }
  const ids = await idsOf(openAmongNext(order, filter, paging, { read: READ_POSTS, limit: wanted }))
  return ids.length > PAGE_SIZE ? ids : idsOf(nextOpen(order, filter, paging, wanted))
}

import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Order } from './orders.ts'
import { type PostRow, selectPosts } from './present-post.ts'

/** The posts with these ids, in the order. */
export async function loadPosts(db: Queryable, ids: readonly number[], order: Order): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${ids}::bigint[]) order by ${order.by}`.execute(db)
  return rows
}

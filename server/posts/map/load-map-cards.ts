import { sql } from 'kysely'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { orders } from '../lists/orders.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import type { FoundMap } from './get-map-posts.ts'
import { findPoints, isWanted } from './points.ts'

const CARDS = 20

// So many posts of the list are checked in its order: for the whole country the first ones are enough, a county needs
// more.
const WALKED_POSTS = [100, 2000] as const

/** In the order of the view's sort; from a sample when the view is crowded and the list's first posts lie elsewhere. */
export async function loadMapCards(context: OperationContext, map: FoundMap): Promise<PresentedPost[]> {
  const { view, inView } = map
  if (inView === 0) return []
  const order = orders[view.sort]
  const { points } = map.points ?? (await findListed(context.db, map)) ?? (await findPoints(context.db, view, inView))
  const found = points.map(({ id }) => id)
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    join (
      select ${order.id} as card_id from ${order.table} where ${order.id} = any(${found}::bigint[])
      order by ${order.by} limit ${sql.lit(CARDS)}
    ) card on card.card_id = p.id
    order by ${order.by}`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

/** Null if too few of the list's first posts lie in view. */
async function findListed(db: Queryable, map: FoundMap): Promise<{ points: { id: number }[] } | null> {
  const [near, far] = WALKED_POSTS
  const first = await walk(db, map, near)
  if (first.length === CARDS) return { points: first }
  // If almost none of the first posts lies in view, reading more of the list would not find twenty either.
  const points = (first.length * far) / near < CARDS ? [] : await walk(db, map, far)
  return points.length === CARDS ? { points } : null
}

async function walk(db: Queryable, map: FoundMap, reach: number): Promise<{ id: number }[]> {
  const order = orders[map.view.sort]
  const { rows } = await sql<{ id: number }>`
    select m.post_id as id from (
      select ${order.id} as id, row_number() over (order by ${order.by}) as place from ${order.table}
      order by ${order.by} limit ${sql.lit(reach)}
    ) listed, lateral (select * from post_positions where post_id = listed.id offset 0) m
    where ${isWanted(map.view)} order by listed.place limit ${sql.lit(CARDS)}`.execute(db)
  return rows
}

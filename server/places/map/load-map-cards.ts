import { type RawBuilder, sql } from 'kysely'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { orders } from '../../posts/orders.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../../posts/present-post.ts'
import type { FoundMap } from './get-map-posts.ts'
import { findPoints } from './points.ts'
import type { Box } from './view.ts'

/** Cards beside a map. */
const CARDS = 20

/** Posts that are met by walking a list in its order before a sample of the view must do. */
const WALK = 5000

/** The posts of a view in the order of its filter; from a sample when the view is crowded and the list far away from it. */
export async function loadMapCards(context: OperationContext, map: FoundMap): Promise<PresentedPost[]> {
  const { view, inView } = map
  if (inView === 0) return []
  const order = orders[view.filter]
  const known = map.points?.points.map(({ id }) => id)
  const ids = known ?? (await walk(context.db, map))
  const enough = known !== undefined || ids.length === CARDS
  const found = enough ? ids : (await findPoints(context.db, view, inView)).points.map(({ id }) => id)
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    join (
      select ${order.id} as card_id from ${sourceOf(map)} where ${order.id} = any(${found}::bigint[])
      order by ${order.by} limit ${sql.lit(CARDS)}
    ) card on card.card_id = p.id
    order by ${order.by}`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

/** The first posts of the list that lie in view. */
async function walk(db: Queryable, map: FoundMap): Promise<number[]> {
  const order = orders[map.view.filter]
  const { rows } = await sql<{ id: number }>`
    select m.post_id as id from (
      select ${order.id} as id, row_number() over (order by ${order.by}) as place from ${sourceOf(map)}
      order by ${order.by} limit ${sql.lit(WALK)}
    ) listed join post_positions m on m.post_id = listed.id
    where ${isIn(map.view.box)} order by listed.place limit ${sql.lit(CARDS)}`.execute(db)
  return rows.map(({ id }) => id)
}

function sourceOf({ view }: FoundMap): RawBuilder<unknown> {
  return view.filter === 'popular' ? sql`post_stats s` : sql`posts p`
}

function isIn({ west, south, east, north }: Box): RawBuilder<boolean> {
  return sql`m.position <@ box(point(${west}, ${south}), point(${east}, ${north}))`
}

import { sql } from 'kysely'
import { postColumns } from '#rules/post.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { searchTextOf } from '../../search/search-text.ts'
import { findSmallestAreas, type PostToLocate } from '../areas/locate-posts.ts'
import { forgetImagesOfPost } from '../post-pictures.ts'
import { joinVenue, leaveVenue, lockMarks } from '../venues/venue-of-post.ts'

/** Hides a post, and removes it from lists, maps, searches and counts. Lock it before. @returns whether it was shown before */
export async function hidePost(tx: Queryable, id: number): Promise<boolean> {
  await lockMarks(tx, [id])
  await sql`select from post_stats where post_id = ${id} for update`.execute(tx)
  const changed = await sql`update posts set hidden = true where id = ${id} and not hidden returning id`.execute(tx)
  if (changed.rows.length === 0) return false
  await sql`select write_lists(array[${id}::bigint], array[null::integer])`.execute(tx)
  await leaveVenue(tx, id)
  await tx.deleteFrom('post_search').where('post_id', '=', id).execute()
  await tx.deleteFrom('post_stats').where('post_id', '=', id).execute()
  await forgetImagesOfPost(tx, id)
  return true
}

/** Reverses `hidePost`; likes and comments count again. Lock it before. @returns whether it was hidden before */
export async function unhidePost(tx: Queryable, id: number): Promise<boolean> {
  const post = await tx
    .updateTable('posts')
    .set({ hidden: false })
    .where('id', '=', id)
    .where('hidden', '=', true)
    .returning(['id', ...postColumns])
    .executeTakeFirst()
  if (!post) return false
  await lockMarks(tx, [id])
  await tx
    .insertInto('post_search')
    .values({ post_id: id, ...searchTextOf(post) })
    .execute()
  await writeLists(tx, [post])
  await joinVenue(tx, id, post)
  await sql`update post_stats s set like_count = (select count(*) from likes where post_id = s.post_id),
      comment_count = counted.comments, tasty_count = counted.tasty
    from (select count(*) as comments, count(*) filter (where tasty) as tasty
      from comments where post_id = ${id} and not hidden) counted
    where s.post_id = ${id}`.execute(tx)
  return true
}

/**
 * Writes the rows of posts in lists, maps and counts (`write_lists` in schema.gen.sql). Call it in the transaction that writes
 * the posts, before their venues change.
 */
export async function writeLists(tx: Queryable, posts: readonly PostToLocate[]): Promise<void> {
  const areas = await findSmallestAreas(tx, posts)
  const ids = posts.map(({ id }) => id)
  const leaves = ids.map((id) => areas.get(id) ?? null)
  await sql`${prepared}
    select write_lists(${arrayOf('bigint', ids)}, ${arrayOf('integer', leaves)})`.execute(tx)
}

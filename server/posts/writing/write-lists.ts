import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { arrayOf, prepared } from '../../db/prepared.ts'
import { type LocatedPost, locatePosts } from '../areas/locate-posts.ts'

/**
 * Writes everything that lists, maps and counts are read from for posts that were added or edited
 * (server/db/schema/write-lists.sql). Call it in the transaction that wrote the posts, and before their venues change,
 * in the order in which a deletion locks both.
 */
export async function writeLists(tx: Queryable, posts: readonly LocatedPost[]): Promise<void> {
  const areas = await locatePosts(tx, posts)
  const ids = posts.map(({ id }) => id)
  const leaves = ids.map((id) => areas.get(id) ?? null)
  await sql`${prepared}
    select write_lists(${arrayOf('bigint', ids)}, ${arrayOf('integer', leaves)})`.execute(tx)
}

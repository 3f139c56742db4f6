import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { arrayOf, prepared } from '../../db/prepared.ts'
import { type LocatedPost, locatePosts } from '../areas/locate-posts.ts'

/**
 * Writes all that lists, maps and counts are read from (write-lists.sql). Call it in the transaction that wrote the
 * posts, and before their venues change.
 */
export async function writeLists(tx: Queryable, posts: readonly LocatedPost[]): Promise<void> {
  const areas = await locatePosts(tx, posts)
  const ids = posts.map(({ id }) => id)
  const leaves = ids.map((id) => areas.get(id) ?? null)
  await sql`${prepared}
    select write_lists(${arrayOf('bigint', ids)}, ${arrayOf('integer', leaves)})`.execute(tx)
}

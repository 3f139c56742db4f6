import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/**
 * Removes the account's entries, and its titles from those of others. Call it after locking its posts and before they are
 * deleted. All entries are locked in one order, so that two people who saved each other's posts can leave at the same time.
 */
export async function eraseSavesOf(tx: Queryable, accountId: number): Promise<void> {
  const ofOwnPosts = sql`post_id in (select id from posts where account_id = ${accountId})`
  await sql`select from saves where account_id = ${accountId} or ${ofOwnPosts}
    order by account_id, list, post_id for update`.execute(tx)
  await tx.deleteFrom('saves').where('account_id', '=', accountId).execute()
  await sql`update saves set title = null where ${ofOwnPosts}`.execute(tx)
}

/** For the data export, in the order of saving. */
export async function readSavesOf(db: Queryable, accountId: number) {
  const rows = await db
    .selectFrom('saves')
    .select(['list', 'post_id', 'saved_at', 'title', 'place_name', 'address', 'lat', 'lng'])
    .where('account_id', '=', accountId)
    .orderBy('saved_at')
    .orderBy('post_id')
    .execute()
  return rows.map(({ post_id, saved_at, ...row }) => ({ ...row, postId: post_id, savedAt: saved_at }))
}

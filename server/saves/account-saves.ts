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

/**
 * Removes the account's collections, and its titles from those of others. Call it after locking its posts and before they
 * are deleted; entries are locked in one order, as in `eraseSavesOf`.
 */
export async function eraseCollectionsOf(tx: Queryable, accountId: number): Promise<void> {
  const ofOwnPosts = sql`post_id in (select id from posts where account_id = ${accountId})`
  await sql`select from collections where account_id = ${accountId} order by id for update`.execute(tx)
  await sql`select from collection_entries
    where collection_id in (select id from collections where account_id = ${accountId}) or ${ofOwnPosts}
    order by collection_id, post_id for update`.execute(tx)
  await tx.deleteFrom('collections').where('account_id', '=', accountId).execute()
  await sql`update collection_entries set title = null where ${ofOwnPosts}`.execute(tx)
}

/** For the data export, oldest first. */
export async function readCollectionsOf(db: Queryable, accountId: number) {
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'key', 'name', 'about', 'visibility', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const entries = await db
    .selectFrom('collection_entries')
    .selectAll()
    .where('collection_id', 'in', (of) => of.selectFrom('collections').select('id').where('account_id', '=', accountId))
    .orderBy('position')
    .execute()
  const byCollection = Map.groupBy(entries, ({ collection_id }) => collection_id)
  return collections.map(({ id, key, created_at, updated_at, ...collection }) => ({
    id: key,
    ...collection,
    createdAt: created_at,
    updatedAt: updated_at,
    entries: (byCollection.get(id) ?? []).map(({ collection_id, position, venue_id, post_id, ...entry }) => ({
      postId: post_id,
      ...entry,
    })),
  }))
}

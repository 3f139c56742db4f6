import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import { FEED_CHANNEL } from '../db/listen.ts'

/** Tells every instance, when the transaction commits, that what it keeps of lists and posts is out of date. */
export async function notifyFeedChanged(tx: Queryable, postId: number): Promise<void> {
  await sql`select pg_notify(${FEED_CHANNEL}, ${String(postId)})`.execute(tx)
}

import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/** Tells a member that moderators decided something; one notification for all that they have not read. */
export async function notifyOfDecision(tx: Queryable, accountId: number): Promise<void> {
  await sql`insert into notifications (account_id, kind) values (${accountId}, 'moderation')
    on conflict (account_id, kind, coalesce(post_id, 0)) do update set at = now(), is_read = false`.execute(tx)
}

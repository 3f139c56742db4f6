import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/connect.ts'

/**
 * Removes the account from others' notifications, and deletes its own. Rows are locked in order of their keys, a notification
 * before its actors as in the deletion of its post: two members who notified each other may withdraw at the same time.
 */
export async function eraseNotificationsToAndBy(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from notifications where account_id = ${accountId} order by id for update`.execute(tx)
  await sql`select from notification_actors where actor_id = ${accountId} or account_id = ${accountId}
    order by notification_id, actor_id for update`.execute(tx)
  await tx.deleteFrom('notification_actors').where('actor_id', '=', accountId).execute()
  await tx.deleteFrom('notifications').where('account_id', '=', accountId).execute()
}

export async function loadNotificationsOf(db: Queryable, accountId: number) {
  const notifications = await db
    .selectFrom('notifications')
    .leftJoin('collections', 'collections.id', 'notifications.collection_id')
    .select(['kind', 'post_id as postId', 'collections.key as collection', 'at', 'is_read as read'])
    .where('notifications.account_id', '=', accountId)
    .orderBy('at')
    .execute()
  const muted = await db.selectFrom('muted_notifications').select('kind').where('account_id', '=', accountId).execute()
  const devices = db.selectFrom('push_subscriptions').select('endpoint').where('account_id', '=', accountId).execute()
  const pushEndpoints = (await devices).map(({ endpoint }) => endpoint)
  return { notifications, switchedOff: muted.map(({ kind }) => kind), pushEndpoints }
}

/** Removes notifications older than ninety days; locked ones stay until the next run. */
export async function purgeOldNotifications(db: Queryable): Promise<void> {
  await sql`delete from notifications where id = any(array(
    select id from notifications where at < now() - interval '90 days' for update skip locked))`.execute(db)
}

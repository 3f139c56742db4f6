import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '#contract/schema.gen.ts'
import type { Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'

/** So many groups for one member may an actor begin, or join anew, in a day. */
const MOST_OF_ACTOR = 20

/** What somebody did, as SQL, so that it can be part of the statement that does it. */
type Deed = Readonly<{
  kind: NotificationKind
  /** Ids of accounts. */
  recipient: RawBuilder<unknown>
  actor: RawBuilder<unknown>
  post: RawBuilder<unknown>
  comment: RawBuilder<unknown>
  /** Nobody is notified unless it is true. */
  when: RawBuilder<unknown>
}>

/**
 * Two expressions of a WITH, which notify a member: `grouped` finds or adds the group of the kind and post, `acted` adds
 * the actor to it. What the same actor does again leaves the group as it is, unless it is another comment. Nobody is
 * notified of their own deeds, by whom they do not see, of kinds that they have switched off, or by one actor endlessly.
 */
export function notifying({ kind, recipient, actor, post, comment, when }: Deed): RawBuilder<unknown> {
  const isNew = sql`not exists (
    select from notification_actors x where x.notification_id = notifications.id and x.actor_id = ${actor})`
  return sql`grouped as (
      insert into notifications (account_id, kind, post_id)
      select deed.recipient, ${sql.lit(kind)}, ${post} from (select ${recipient} as recipient, ${actor} as actor) deed
      where ${when} and deed.recipient <> deed.actor
        and not exists (select from muted_notifications where account_id = deed.recipient and kind = ${sql.lit(kind)})
        and not exists (select from blocks where (account_id, author_id) = (deed.recipient, deed.actor)
          or (account_id, author_id) = (deed.actor, deed.recipient))
        and ${sql.lit(MOST_OF_ACTOR)} > (
          select count(*) from (
            select from notification_actors x
            where x.actor_id = deed.actor and x.account_id = deed.recipient and x.at > now() - interval '1 day'
            limit ${sql.lit(MOST_OF_ACTOR)}
          ) today)
      on conflict (account_id, kind, coalesce(post_id, 0)) do update set at = now(), is_read = false
        where ${kind === 'comment' ? sql`true` : isNew}
      returning id, account_id
    ), acted as (
      insert into notification_actors (notification_id, actor_id, account_id, comment_id)
      select id, ${actor}, account_id, ${comment} from grouped
      on conflict (notification_id, actor_id) do update set comment_id = excluded.comment_id, at = now()
    )`
}

type Notice = Readonly<{
  kind: 'comment' | 'follow'
  recipientId: number
  actorId: number
  postId?: number
  commentId?: number
}>

/** Notifies a member in the transaction that does the deed. Lock both accounts before, or the recipient's post. */
export async function notify(tx: Queryable, { kind, recipientId, actorId, postId, commentId }: Notice): Promise<void> {
  const bigint = (value: number | undefined) => sql`${value ?? null}::bigint`
  const deed = notifying({
    kind,
    recipient: bigint(recipientId),
    actor: bigint(actorId),
    post: bigint(postId),
    comment: bigint(commentId),
    when: sql`true`,
  })
  await sql`${prepared} with ${deed} select from grouped`.execute(tx)
}

/** Tells a member that moderators decided something; one notification for all that they have not read. */
export async function notifyOfDecision(tx: Queryable, accountId: number): Promise<void> {
  await sql`insert into notifications (account_id, kind) values (${accountId}, 'moderation')
    on conflict (account_id, kind, coalesce(post_id, 0)) do update set at = now(), is_read = false`.execute(tx)
}

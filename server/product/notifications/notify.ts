import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '#contract/schema.gen.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bucketOf } from '../../platform/limits/attempts.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { queueWebhookEvent } from '../webhooks/queue-event.ts'

/** Groups of a member's notifications that one actor may begin or join in a day. */
const MAX_GROUPS_PER_ACTOR = 20

/**
 * Deleted comments of an actor under a post after which a new comment does not renew the notification, against abuse.
 */
const MAX_DELETED_COMMENTS = 3

/** SQL of whether a reader may not see an author, after a block by either or a report: the opposite of `isSeenBy`. */
export function isUnseenBy(reader: RawBuilder<unknown>, author: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from blocks where (account_id, author_id) = (${reader}, ${author}))
    or exists (select from blocks where (account_id, author_id) = (${author}, ${reader}))
    or exists (select from reports where (reporter_id, kind, item_id) = (${reader}, 'author', ${author}) and not dismissed))`
}

/** A notification as SQL, to be part of the statement that causes it. */
type NotificationEvent = Readonly<{
  kind: NotificationKind
  recipient: RawBuilder<unknown>
  actor: RawBuilder<unknown>
  post: RawBuilder<unknown>
  comment: RawBuilder<unknown>
  collection?: RawBuilder<unknown>
  /** The notification is added only if this is true. */
  when: RawBuilder<unknown>
}>

/**
 * Two parts of a WITH that notify a member: `with … , ${notificationSql({ … })} select …`. A row of `notifications` groups
 * actors of one kind about one post or collection. `grouped` finds or adds the group, `acted` adds the actor. A further
 * actor, or the same actor's next comment, makes the group unread; a repeated like does not, against abuse. Members get no
 * notification of their own actions, from hidden members, of switched-off kinds, or beyond the limit of one actor.
 */
export function notificationSql(event: NotificationEvent): RawBuilder<unknown> {
  const { kind, recipient, actor, post, comment, collection = sql`null::bigint`, when } = event
  const acting = sql`from notification_actors x where x.notification_id = notifications.id and x.actor_id = ${actor}`
  const isRepeated = sql`exists (select ${acting} and x.taken_back >= ${sql.lit(MAX_DELETED_COMMENTS)})`
  const again =
    kind === 'comment' || kind === 'reply' || kind === 'mention'
      ? sql`at = case when ${isRepeated} then notifications.at else now() end,
          is_read = case when ${isRepeated} then notifications.is_read else false end`
      : sql`at = now(), is_read = false where not exists (select ${acting})`
  return sql`grouped as (
      insert into notifications (account_id, kind, post_id, collection_id)
      select event.recipient, ${sql.lit(kind)}, ${post}, ${collection} from (select ${recipient} as recipient, ${actor} as actor) event
      where ${when} and event.recipient <> event.actor
        and not exists (select from muted_notifications where account_id = event.recipient and kind = ${sql.lit(kind)})
        and not ${isUnseenBy(sql`event.recipient`, sql`event.actor`)}
        and ${sql.lit(MAX_GROUPS_PER_ACTOR)} > (
          select count(*) from (
            select from notification_actors x
            where x.actor_id = event.actor and x.account_id = event.recipient and x.at > now() - interval '1 day'
            limit ${sql.lit(MAX_GROUPS_PER_ACTOR)}
          ) today)
      on conflict (account_id, kind, coalesce(post_id, collection_id, 0)) do update set ${again}
      returning id, account_id
    ), acted as (
      insert into notification_actors (notification_id, actor_id, account_id, comment_id)
      select id, ${actor}, account_id, ${comment} from grouped
      on conflict (notification_id, actor_id) do update set comment_id = excluded.comment_id, at = now()
    )`
}

type NewNotification = Readonly<{
  kind: 'comment' | 'reply' | 'mention' | 'follow' | 'plan'
  recipientId: number
  actorId: number
  postId?: number
  commentId?: number
  collectionId?: number
}>

/**
 * Notifies a member in the transaction of the event. Lock both accounts, or the recipient's post, before.
 * @returns whether the member is notified
 */
export async function notifyMember(
  tx: Queryable,
  { kind, recipientId, actorId, postId, commentId, collectionId }: NewNotification,
): Promise<boolean> {
  const bigint = (value: number | undefined) => sql`${value ?? null}::bigint`
  const event = notificationSql({
    kind,
    recipient: bigint(recipientId),
    actor: bigint(actorId),
    post: bigint(postId),
    comment: bigint(commentId),
    collection: bigint(collectionId),
    when: sql`true`,
  })
  const { rows } = await sql`${prepared} with ${event} select from grouped`.execute(tx)
  return rows.length > 0
}

type CommentNotification = Readonly<{ notification_id: number; actor_id: number; at: Date; taken_back: number }>

/** Finds the notifications that show the comment, in the order in which members are notified. Lock the comment before. */
export function findNotificationsOfComment(tx: Queryable, commentId: number): Promise<CommentNotification[]> {
  return tx
    .selectFrom('notification_actors')
    .select(['notification_id', 'actor_id', 'at', 'taken_back'])
    .where('comment_id', '=', commentId)
    .orderBy('account_id')
    .execute()
}

/** SQL of the ids of the accounts whose notifications show a comment. A deletion of the comment locks these accounts first. */
export function accountsNotifiedOf(comment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select account_id from notification_actors where comment_id = ${comment}`
}

/**
 * After a comment's deletion: a notification that showed it gets the same actor's previous comment of the same kind, and the date
 * of the latest comment that it still has. Comments that are also being deleted are skipped, which avoids waiting.
 */
export async function showPreviousComment(tx: Queryable, commentId: number, told: CommentNotification): Promise<void> {
  await sql`${prepared}
    with told as materialized (
      select id, account_id, kind, post_id from notifications where id = ${told.notification_id}::bigint for update
    ), earlier as materialized (
      select c.id, c.created_at from comments c
      where c.post_id = (select post_id from told) and c.account_id = ${told.actor_id}::bigint and c.id < ${commentId}::bigint
        and not c.hidden and exists (select from told where told.kind = coalesce((select d.kind from comment_addressees d
          where (d.comment_id, d.account_id) = (c.id, told.account_id)), 'comment'))
      order by c.id desc limit 1 for key share of c skip locked
    ), again as (
      insert into notification_actors (notification_id, actor_id, account_id, comment_id, at, taken_back)
      select told.id, ${told.actor_id}::bigint, told.account_id, earlier.id, coalesce(earlier.created_at, ${told.at}::timestamptz),
        least(${told.taken_back}::integer + 1, ${sql.lit(MAX_DELETED_COMMENTS)})
      from told left join earlier on true
      on conflict do nothing
    ), latest as (
      select greatest((select created_at from earlier), (select max(x.at) from notification_actors x
        where x.notification_id = ${told.notification_id}::bigint and x.comment_id is not null)) as at
    )
    update notifications n set at = coalesce(latest.at, n.at),
      is_read = n.is_read or latest.at is null or coalesce(latest.at <= n.read_to, false)
    from latest, told where n.id = told.id`.execute(tx)
}

/** Notifies a member of a moderators' decision; unread ones share one notification. */
export async function notifyOfDecision(tx: Queryable, accountId: number): Promise<void> {
  await sql`insert into notifications (account_id, kind) values (${accountId}, 'moderation')
    on conflict (account_id, kind, coalesce(post_id, collection_id, 0)) do update set at = now(), is_read = false`.execute(
    tx,
  )
}

const BATCH = 500

const POST_NOTIFICATION_LIMIT = { count: 5, seconds: 24 * 60 * 60 }

type NewPost = Readonly<{ postId: number; authorId: number }>

/**
 * Queues the event for webhooks and, for a few posts of an author a day, the notification of the followers. Call it at the end
 * of the transaction that adds the post. Deleted posts count too: otherwise an author could notify without limit.
 */
export async function queueNewPostEvents(
  tx: Queryable,
  secrets: Secrets,
  { postId, authorId }: NewPost,
): Promise<void> {
  const { name, limit } = bucketOf(secrets, POST_NOTIFICATION_LIMIT, 'told post', String(authorId))
  await queueWebhookEvent(tx, 'post', { id: String(postId) })
  await sql`select graphile_worker.add_job('notify_followers', ${JSON.stringify({ postId })}::json)
    where case when exists (select from follows where author_id = ${authorId})
      then reserve_attempts(array[${name}], array[${sql.lit(limit.seconds)}], array[${sql.lit(limit.count)}]) = 0
      else false end`.execute(tx)
}

/** Notifies the followers of a post's author, in batches. */
export async function notifyFollowers(db: Queryable, postId: number): Promise<void> {
  let last: number | null = 0
  while (last !== null) last = await notifyBatch(db, postId, last)
}

/** Notifies followers after a key of `follows`; returns the last key, null at the end. */
async function notifyBatch(db: Queryable, postId: number, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with batch as (
      select f.id, f.account_id, f.author_id from posts p join follows f on f.author_id = p.account_id
      where p.id = ${postId} and not p.hidden and f.id > ${after} order by f.id limit ${sql.lit(BATCH)}
    ), grouped as (
      insert into notifications (account_id, kind, post_id)
      select account_id, 'post', ${postId}::bigint from batch
      where not exists (
        select from muted_notifications m where m.account_id = batch.account_id and m.kind = 'post')
      order by account_id on conflict do nothing returning id, account_id
    ), acted as (
      insert into notification_actors (notification_id, actor_id, account_id)
      select g.id, b.author_id, g.account_id from grouped g join batch b using (account_id)
    )
    select max(id) as last from batch`.execute(db)
  return rows[0]?.last ?? null
}

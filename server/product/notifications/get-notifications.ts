import { type RawBuilder, sql } from 'kysely'
import type {
  CountResult,
  MutationReadNotificationsArgs,
  Notification,
  NotificationKind,
  QueryGetNotificationsArgs,
} from '#contract/schema.gen.ts'
import { type NotificationFacts, notificationMessages } from '#rules/notifications.ts'
import { collectionPath, paths, postPath } from '#rules/paths.ts'
import { cutPage, type MemberContext, type OperationContext, parseCursor } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { AppError, requireId } from '../../platform/errors.ts'
import { isUnseenBy } from './notify.ts'

const PAGE = 20

type Row = {
  id: number
  kind: NotificationKind
  /** Text, because a `Date` has no microseconds. */
  at: string
  is_read: boolean
  post_id: number | null
  collection: string | null
  title: string | null
  actors: number[]
  actor_count: number
  comment_id: number | null
  text: string | null
  image_url: string | null
  image_key: string | null
}

/** Actors are loaded only when requested. */
export type PresentedNotification = Omit<Notification, 'actors'> & { actorIds: readonly number[] }

export type PresentedNotifications = {
  data: PresentedNotification[]
  nextCursor: string | null
  accountId: number
}

/** A page of the caller's notifications, the latest first. @throws {AppError} BAD_USER_INPUT for a foreign cursor */
export async function getNotifications(
  context: MemberContext,
  args: QueryGetNotificationsArgs,
): Promise<PresentedNotifications> {
  const { accountId } = context.session
  const name = `notifications ${accountId}`
  const rows = await loadRows(context.db, accountId, parseCursor<Key>(context, name, args.cursor) ?? [0, 'infinity'])
  const { page, nextCursor } = cutPage(context, name, { rows, size: PAGE, keyOf: ({ id, at }): Key => [id, at] })
  return { data: page.map((row) => present(context, row)), nextCursor, accountId }
}

const MOST_UNREAD = 100

/** Counts a member's unread notifications, up to `MOST_UNREAD`. */
export async function countUnreadNotifications(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`${prepared} select ${unreadCountOf(sql`${accountId}`, MOST_UNREAD)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

type Key = readonly [id: number, at: string]

async function loadRows(db: Queryable, accountId: number, [id, at]: Key): Promise<Row[]> {
  const { rows } = await sql<Row>`${prepared}
    select n.id, n.kind, n.at::text as at, n.is_read, n.post_id, k.key as collection, coalesce(p.title, k.name) as title, people.actors, people.actor_count,
      people.comment_id, c.text, u.url as image_url, i.key as image_key
    from notifications n
    cross join lateral (${peopleOf(sql`true`)}) people
    left join posts p on p.id = n.post_id
    left join collections k on k.id = n.collection_id
    left join comments c on c.id = people.comment_id
    left join image_uses u on u.post_id = n.post_id and u.position = 0
    left join images i on i.id = u.image_id
    where n.account_id = ${accountId} and (people.actor_count > 0 or n.kind = 'moderation')
      and (n.at, n.id) < (${at}::timestamptz, ${id}::bigint)
    order by n.at desc, n.id desc limit ${sql.lit(PAGE + 1)}`.execute(db)
  return rows
}

function present({ images }: OperationContext, row: Row): PresentedNotification {
  return {
    id: String(row.id),
    kind: row.kind,
    actorIds: row.actors,
    actorCount: row.actor_count,
    post: row.post_id === null ? null : String(row.post_id),
    collection: row.collection,
    title: row.title,
    image: images.urlOf(row.image_key, row.image_url),
    comment: row.comment_id === null ? null : String(row.comment_id),
    text: row.text,
    at: new Date(row.at).toISOString(),
    read: row.is_read,
  }
}

/** URL path of the post or collection that a notification is about, or of the list of notifications. */
export function notificationPath({ post_id, collection }: Pick<NotificationRow, 'post_id' | 'collection'>): string {
  if (post_id !== null) return postPath(String(post_id))
  return collection === null ? paths.notifications : collectionPath(collection)
}

/** Marks the caller's notifications up to this one as read. @throws {AppError} NOT_FOUND */
export async function readNotifications(
  context: MemberContext,
  args: MutationReadNotificationsArgs,
): Promise<CountResult> {
  const { accountId } = context.session
  const id = requireId(args.upTo)
  // In order of id, which avoids deadlocks between requests of a member.
  const { rows } = await sql<{ found: boolean; count: number }>`${prepared}
    with up_to as materialized (
      select at, id from notifications where id = ${id} and account_id = ${accountId}
    ), unread as materialized (
      select n.id from notifications n, up_to
      where n.account_id = ${accountId} and not n.is_read and (n.at, n.id) <= (up_to.at, up_to.id)
      order by n.id for update of n
    ), changed as (
      update notifications n set is_read = true, read_to = n.at from unread where n.id = unread.id returning n.id
    )
    select exists (select from up_to) as found, (select count(*) from changed) as count`.execute(context.db)
  if (!rows[0]?.found) throw new AppError('NOT_FOUND', { message: notificationMessages.notFound })
  return { count: rows[0].count, id: args.upTo }
}

/**
 * SQL of whether a row of `notification_actors x` counts for its group `notifications n`: it was not taken back, the two
 * members and the post's author see each other, and its post and comment are neither hidden nor reported by the recipient.
 * Likes use a subquery, because for `exists` PostgreSQL would read all likes of the post.
 */
const isShown: RawBuilder<boolean> = sql<boolean>`case n.kind
    when 'like' then coalesce((select true from likes l where l.post_id = n.post_id and l.account_id = x.actor_id), false)
    when 'follow' then exists (select from follows f where f.account_id = x.actor_id and f.author_id = n.account_id)
    when 'comment' then x.comment_id is not null
    when 'reply' then x.comment_id is not null
    when 'mention' then x.comment_id is not null
    when 'plan' then exists (select from collections k where k.id = n.collection_id and k.visibility <> 'private' and not k.hidden
      and (exists (select from collection_hearts h where (h.collection_id, h.account_id) = (k.id, x.actor_id))
        or exists (select from collection_entries e where (e.collection_id, e.added_by) = (k.id, x.actor_id))))
    else true end
  and not exists (select from posts p where p.id = n.post_id and (p.hidden
    or n.kind in ('reply', 'mention') and ${isUnseenBy(sql`n.account_id`, sql`p.account_id`)}))
  and not exists (select from comments c where c.id = x.comment_id and c.hidden)
  and not exists (select from accounts o where o.id = x.actor_id and o.hidden)
  and not exists (select from reports r where r.reporter_id = n.account_id and not r.dismissed
    and (r.kind, r.item_id) in (('post', n.post_id), ('comment', x.comment_id)))
  and not ${isUnseenBy(sql`n.account_id`, sql`x.actor_id`)}`

/** Subquery of a group `notifications n`: last three actors, number of actors, last comment. */
const peopleOf = (condition: RawBuilder<unknown>) => sql`
  select coalesce((array_agg(who.actor_id order by who.at desc, who.actor_id))[1:3], '{}')::float8[] as actors,
    count(*) as actor_count, (array_agg(who.comment_id order by who.at desc, who.actor_id))[1] as comment_id
  from (
    select x.actor_id, x.comment_id, x.at from notification_actors x
    where x.notification_id = n.id and ${condition} and ${isShown} order by x.at desc, x.actor_id limit ${sql.lit(MOST_ACTORS)}
  ) who`

/** SQL of an account's number of unread groups, of at most `most` groups. */
export function unreadCountOf(account: RawBuilder<unknown>, most: number): RawBuilder<number> {
  return sql<number>`(select count(*) from (
    select from notifications n where n.account_id = ${account} and not n.is_read
      and (n.kind = 'moderation' or exists (select from notification_actors x where x.notification_id = n.id and ${isShown}))
    limit ${sql.lit(most)}
  ) unread)`
}

const MOST_GROUPS = 20

const MOST_ACTORS = 1000

export type NotificationRow = NotificationFacts & { post_id: number | null; collection: string | null; at: string }

/**
 * Loads a member's groups of notifications since that time, the latest first, with the last actor's name. 'unread': the unread
 * ones, with all actors; 'all': also read ones, each with the actors since then.
 */
export async function loadLatestNotifications(
  db: Queryable,
  accountId: number,
  since: string,
  wanted: 'unread' | 'all' = 'unread',
): Promise<NotificationRow[]> {
  const isSince = wanted === 'all' ? sql`x.at > ${since}::timestamptz` : sql`true`
  const { rows } = await sql<NotificationRow>`
    select n.kind, n.post_id, k.key as collection, n.at::text as at, coalesce(p.title, k.name) as title, c.text, a.username, people.actor_count as "actorCount"
    from notifications n
    cross join lateral (${peopleOf(isSince)}) people
    join accounts a on a.id = people.actors[1]::bigint
    left join posts p on p.id = n.post_id
    left join collections k on k.id = n.collection_id
    left join comments c on c.id = people.comment_id
    where n.account_id = ${accountId} and ${wanted === 'all' ? sql`true` : sql`not n.is_read`} and n.at > ${since}::timestamptz
    order by n.at desc, n.id desc limit ${sql.lit(MOST_GROUPS)}`.execute(db)
  return rows
}

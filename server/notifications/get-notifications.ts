import { sql } from 'kysely'
import type {
  CountResult,
  MutationReadNotificationsArgs,
  Notification,
  NotificationKind,
  QueryGetNotificationsArgs,
} from '#contract/schema.gen.ts'
import { notificationMessages } from '#rules/notifications.ts'
import { cutPage, type OperationContext, readCursor, requireSession } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { AppError, requireId } from '../errors.ts'
import { isShown, unreadOf } from './news.ts'

const PAGE = 20

/** Beyond that, a group's actors are not counted. */
const MOST_ACTORS = 1000

type Row = {
  id: number
  kind: NotificationKind
  /** In the database's own form: a `Date` has no microseconds. */
  at: string
  is_read: boolean
  post_id: number | null
  title: string | null
  actors: number[]
  actor_count: number
  comment_id: number | null
  text: string | null
  image_url: string | null
  image_key: string | null
}

/** Without the actors, who are loaded only when requested. */
export type PresentedNotification = Omit<Notification, 'actors'> & { actorIds: readonly number[] }

export type PresentedNotifications = {
  data: PresentedNotification[]
  nextCursor: string | null
  /** Counted only when requested. */
  accountId: number
}

/** The caller's own, the latest first. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT for a foreign cursor */
export async function getNotifications(
  context: OperationContext,
  args: QueryGetNotificationsArgs,
): Promise<PresentedNotifications> {
  const { accountId } = requireSession(context)
  const name = `notifications ${accountId}`
  const rows = await readRows(context.db, accountId, readCursor<Key>(context, name, args.cursor) ?? [0, 'infinity'])
  const { page, nextCursor } = cutPage(context, name, { rows, size: PAGE, keyOf: ({ id, at }): Key => [id, at] })
  return { data: page.map((row) => present(context, row)), nextCursor, accountId }
}

const MOST_UNREAD = 100

/** Number of unread groups; 100 at most. */
export async function countUnread(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`${prepared} select ${unreadOf(sql`${accountId}`, MOST_UNREAD)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

type Key = readonly [id: number, at: string]

async function readRows(db: Queryable, accountId: number, [id, at]: Key): Promise<Row[]> {
  const { rows } = await sql<Row>`${prepared}
    select n.id, n.kind, n.at::text as at, n.is_read, n.post_id, p.title, people.actors, people.actor_count,
      people.comment_id, c.text, u.url as image_url, i.key as image_key
    from notifications n
    cross join lateral (
      select coalesce((array_agg(who.actor_id order by who.at desc, who.actor_id))[1:3], '{}')::float8[] as actors, count(*) as actor_count,
        (array_agg(who.comment_id order by who.at desc, who.actor_id))[1] as comment_id
      from (
        select x.actor_id, x.comment_id, x.at from notification_actors x
        where x.notification_id = n.id and ${isShown} order by x.at desc, x.actor_id limit ${sql.lit(MOST_ACTORS)}
      ) who
    ) people
    left join posts p on p.id = n.post_id
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
    title: row.title,
    image: row.image_key === null ? row.image_url : images.urlOf(row.image_key),
    comment: row.comment_id === null ? null : String(row.comment_id),
    text: row.text,
    at: new Date(row.at).toISOString(),
    read: row.is_read,
  }
}

/** Marks the caller's own up to this one as read. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function readNotifications(
  context: OperationContext,
  args: MutationReadNotificationsArgs,
): Promise<CountResult> {
  const { accountId } = requireSession(context)
  const id = requireId(args.upTo)
  // In order of id, so that two requests of a member do not wait for each other in a circle.
  const { rows } = await sql<{ found: boolean; count: number }>`${prepared}
    with up_to as materialized (
      select at, id from notifications where id = ${id} and account_id = ${accountId}
    ), unread as materialized (
      select n.id from notifications n, up_to
      where n.account_id = ${accountId} and not n.is_read and (n.at, n.id) <= (up_to.at, up_to.id)
      order by n.id for update of n
    ), changed as (
      update notifications n set is_read = true from unread where n.id = unread.id returning n.id
    )
    select exists (select from up_to) as found, (select count(*) from changed) as count`.execute(context.db)
  if (!rows[0]?.found) throw new AppError('NOT_FOUND', { message: notificationMessages.notFound })
  return { count: rows[0].count, id: args.upTo }
}

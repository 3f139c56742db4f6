import { type RawBuilder, sql } from 'kysely'
import type { NotificationFacts } from '#rules/notifications.ts'
import type { Queryable } from '../db/connect.ts'
import { areApart } from './notify.ts'

/**
 * Whether a row of `notification_actors x` counts for its group `notifications n`: what was done is still so, and
 * the two see each other, and nothing of it is hidden or reported by the recipient. For an `exists` PostgreSQL would read all likes of a post.
 */
export const isShown: RawBuilder<boolean> = sql<boolean>`case n.kind
    when 'like' then coalesce((select true from likes l where l.post_id = n.post_id and l.account_id = x.actor_id), false)
    when 'follow' then exists (select from follows f where f.account_id = x.actor_id and f.author_id = n.account_id)
    else true end
  and not exists (select from posts p where p.id = n.post_id and p.hidden)
  and not exists (select from comments c where c.id = x.comment_id and c.hidden)
  and not exists (select from accounts o where o.id = x.actor_id and o.hidden)
  and not exists (select from reports r where r.reporter_id = n.account_id and not r.dismissed
    and (r.kind, r.item_id) in (('post', n.post_id), ('comment', x.comment_id)))
  and not ${areApart(sql`n.account_id`, sql`x.actor_id`)}`

/** SQL of the number of unread groups of an account, of which no more than `most` are looked at. */
export function unreadOf(account: RawBuilder<unknown>, most: number): RawBuilder<number> {
  return sql<number>`(select count(*) from (
    select from notifications n where n.account_id = ${account} and not n.is_read
      and (n.kind = 'moderation' or exists (select from notification_actors x where x.notification_id = n.id and ${isShown}))
    limit ${sql.lit(most)}
  ) unread)`
}

/** More groups are not counted. */
const MOST_GROUPS = 20

/** Beyond that, a group's actors are not counted. */
const MOST_ACTORS = 1000

export type NewsRow = NotificationFacts & { post_id: number | null; at: string }

/**
 * The groups since then, the latest first, with the name of who was the last to act: unread ones with all their actors,
 * or read ones too, with those who acted since.
 */
export async function newsOf(
  db: Queryable,
  accountId: number,
  since: string,
  wanted: 'unread' | 'all' = 'unread',
): Promise<NewsRow[]> {
  const isSince = wanted === 'all' ? sql`x.at > ${since}::timestamptz` : sql`true`
  const { rows } = await sql<NewsRow>`
    select n.kind, n.post_id, n.at::text as at, p.title, c.text, a.username, people.count as "actorCount"
    from notifications n
    cross join lateral (
      select count(*) as count, (array_agg(who.actor_id order by who.at desc, who.actor_id))[1] as latest,
        (array_agg(who.comment_id order by who.at desc, who.actor_id))[1] as comment_id
      from (
        select x.actor_id, x.comment_id, x.at from notification_actors x
        where x.notification_id = n.id and ${isSince} and ${isShown} order by x.at desc, x.actor_id limit ${sql.lit(MOST_ACTORS)}
      ) who
    ) people
    join accounts a on a.id = people.latest
    left join posts p on p.id = n.post_id
    left join comments c on c.id = people.comment_id
    where n.account_id = ${accountId} and ${wanted === 'all' ? sql`true` : sql`not n.is_read`} and n.at > ${since}::timestamptz
    order by n.at desc, n.id desc limit ${sql.lit(MOST_GROUPS)}`.execute(db)
  return rows
}

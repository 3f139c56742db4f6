import { type RawBuilder, sql } from 'kysely'
import { areApart } from '../authors/visibility.ts'

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

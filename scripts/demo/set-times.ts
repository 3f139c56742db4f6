import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Queryable } from '#server/platform/database/connect.ts'

/**
 * Spreads posts over weeks; reactions come hours later, in their order, and sign-ups before. `ids` are the posts,
 * oldest first.
 */
export async function spreadTimes({ db }: Services, ids: readonly number[]): Promise<void> {
  const times = postTimes(ids.length, new Date()).map((time) => time.toISOString())
  await db.transaction().execute(async (tx) => {
    await sql`update posts set created_at = t.at
      from unnest(${ids}::bigint[], ${times}::timestamptz[]) t(id, at) where posts.id = t.id`.execute(tx)
    await sql`update likes set created_at = least(now(), p.created_at + random() * interval '30 hours')
      from posts p where p.id = likes.post_id`.execute(tx)
    await sql`update saves set saved_at = least(now(), p.created_at + random() * interval '40 hours')
      from posts p where p.id = saves.post_id`.execute(tx)
    await sql`update visits set day = (s.saved_at at time zone 'Asia/Seoul')::date from saves s
      where s.list = 'been' and s.account_id = visits.account_id and s.post_id = visits.post_id`.execute(tx)
    await sql`update comments set created_at = p.created_at + share * (least(now(), p.created_at + interval '2 days') - p.created_at)
      from posts p, (
        select id, row_number() over each / (count(*) over (partition by post_id) + 1.0) as share
        from comments window each as (partition by post_id order by id)
      ) c where p.id = comments.post_id and c.id = comments.id`.execute(tx)
    await sql`update accounts set created_at = now() - interval '40 days' - random() * interval '200 days'`.execute(tx)
    await sql`update follows set created_at = now() - random() * interval '30 days'`.execute(tx)
    await sql`update collections set created_at = at, updated_at = at
      from (select id, now() - random() * interval '20 days' as at from collections) c where c.id = collections.id`.execute(
      tx,
    )
    await setNotificationTimes(tx)
    // Removes the sessions opened by signing up, which no browser has.
    await sql`delete from sessions`.execute(tx)
  })
}

/** Sets notifications to the times of their events; those of the last two days are unread. */
async function setNotificationTimes(tx: Queryable): Promise<void> {
  await sql`update notification_actors a set at = coalesce(
      (select created_at from comments c where c.id = a.comment_id),
      (select created_at from likes l where l.post_id = n.post_id and l.account_id = a.actor_id),
      (select created_at from follows f where f.author_id = a.account_id and f.account_id = a.actor_id),
      a.at)
    from notifications n where n.id = a.notification_id`.execute(tx)
  await sql`update notifications n set at = a.at, is_read = a.at < now() - interval '2 days'
    from (select notification_id, max(at) as at from notification_actors group by notification_id) a
    where a.notification_id = n.id`.execute(tx)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEOUL_AHEAD = 9 * HOUR

/** Minutes of the day at which people write about food in Seoul. */
const MOMENTS = [
  8 * 60 + 12,
  11 * 60 + 48,
  13 * 60 + 5,
  14 * 60 + 21,
  16 * 60 + 37,
  18 * 60 + 53,
  20 * 60 + 16,
  22 * 60 + 9,
]

/** `count` times before `now`, oldest first, several per day. */
function postTimes(count: number, now: Date): Date[] {
  const midnight = Math.floor((now.getTime() + SEOUL_AHEAD) / DAY) * DAY - SEOUL_AHEAD
  const times: number[] = []
  for (let day = 0; times.length < count; day++) {
    for (const moment of MOMENTS.toReversed()) {
      const at = midnight - day * DAY + (moment + Math.floor(Math.random() * 55)) * 60_000
      if (at < now.getTime() - 120_000 && times.length < count) times.push(at)
    }
  }
  return times.toReversed().map((time) => new Date(time))
}

import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

const BATCH = 500

/** More new posts of one author in a day are not told to followers. */
const MOST_POSTS = 5

/** Queues the notification of the author's followers; call it in the transaction that adds the post. */
export async function queueNewPost(tx: Queryable, postId: number, authorId: number): Promise<void> {
  await sql`select graphile_worker.add_job('notify_followers', ${JSON.stringify({ postId })}::json)
    where exists (select from follows where author_id = ${authorId}) and ${sql.lit(MOST_POSTS)} >= (
      select count(*) from (
        select created_at from posts where account_id = ${authorId} order by id desc limit ${sql.lit(MOST_POSTS + 1)}
      ) latest where created_at > now() - interval '1 day')`.execute(tx)
}

/** Notifies the followers of the post's author, in batches. A second run notifies nobody twice. */
export async function notifyFollowers(db: Queryable, postId: number): Promise<void> {
  let last: number | null = 0
  while (last !== null) last = await notifyBatch(db, postId, last)
}

/** Those after a key of `follows`; the last key, null at the end. */
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

import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/connect.ts'
import { titleShownTo } from '../../authors/visibility.ts'

export async function lockPostsOf(tx: Queryable, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from posts where account_id = ${accountId} order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the posts, likes and comments of an account. */
export async function eraseContentOf(tx: Queryable, accountId: number): Promise<void> {
  // Locks all counters in the order of ids, those of own posts too: no deadlock between accounts that liked each other's posts.
  await sql`select from post_stats where post_id in (
      select post_id from likes where account_id = ${accountId} union select post_id from comments where account_id = ${accountId}
      union select id from posts where account_id = ${accountId}
    ) order by post_id for update`.execute(tx)
  // One statement: a second change of a counter in the transaction would recheck the foreign key and might wait, while
  // the post's author waits for the counter.
  await sql`with liked as (
      delete from likes where account_id = ${accountId} returning post_id
    ), commented as (
      delete from comments where account_id = ${accountId} returning post_id, tasty, hidden
    ), gone as (
      select post_id, sum(likes) as likes, sum(comments) as comments, sum(tasty) as tasty from (
        select post_id, 1 as likes, 0 as comments, 0 as tasty from liked
        union all select post_id, 0, 1, tasty::int from commented where not hidden
      ) counted group by post_id
    )
    update post_stats s set like_count = s.like_count - gone.likes, comment_count = s.comment_count - gone.comments,
      tasty_count = s.tasty_count - gone.tasty
    from gone where s.post_id = gone.post_id`.execute(tx)
  await tx.deleteFrom('posts').where('account_id', '=', accountId).execute()
}

/** Counts the posts of an account, and the likes that it gave. */
export async function countPostsAndGivenLikes(
  db: Queryable,
  accountId: number,
): Promise<{ posts: number; likes: number }> {
  const { rows } = await sql<{ posts: number; likes: number }>`select
    (select count(*) from posts where account_id = ${accountId}) as posts,
    (select count(*) from likes where account_id = ${accountId}) as likes`.execute(db)
  return rows[0] ?? { posts: 0, likes: 0 }
}

export async function loadPostsOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('posts')
    .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
    .selectAll('posts')
    .select(['post_stats.like_count', 'post_stats.comment_count'])
    .select(
      sql<{ key: string | null; url: string | null }[]>`(
        select coalesce(json_agg(json_build_object('key', i.key, 'url', u.url) order by u.position), '[]')
        from image_uses u left join images i on i.id = u.image_id where u.post_id = posts.id
      )`.as('images'),
    )
    .where('posts.account_id', '=', accountId)
    .orderBy('posts.id')
    .execute()
}

/** Loads what an account likes, for its export. */
export async function loadGivenLikesOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.post_id')
    .select(['likes.post_id', 'likes.created_at'])
    .select(titleShownTo(accountId).as('title'))
    .where('likes.account_id', '=', accountId)
    .orderBy('likes.created_at')
    .execute()
}

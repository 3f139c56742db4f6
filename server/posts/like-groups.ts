import { sql } from 'kysely'
import type { Database, Queryable } from '../db/connect.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { arrayOf, prepared } from '../db/prepared.ts'
import { AppError } from '../errors.ts'
import { WriteGroups } from './write-groups.ts'

/** One account sets whether it likes one post. */
export type Like = Readonly<{ postId: number; accountId: number; isLike: boolean }>

/** Most likes in one transaction. */
export const LARGEST_GROUP = 100

/** Most waiting likes. */
export const MOST_WAITING = 5000

/**
 * Groups of likes: each moves the counter of a post once. A like's result is the post's number of likes after its group,
 * or NOT_FOUND. `alone` sets one like in a transaction of its own.
 */
export function likeGroups(db: Database, alone: (like: Like) => Promise<number>): WriteGroups<Like, number> {
  return new WriteGroups<Like, number>({
    largest: LARGEST_GROUP,
    mostWaiting: MOST_WAITING,
    namesOf: ({ postId, accountId }) => [`${postId} ${accountId}`],
    together: async (likes) => {
      const counts = await setTogether(db, likes)
      return likes.map(({ postId }) => {
        const result = counts.get(postId)
        return result === undefined ? { error: new AppError('NOT_FOUND') } : { result }
      })
    },
    alone,
  })
}

/** Returns the numbers of likes of the posts afterwards; posts that do not exist are not among them. */
function setTogether(db: Database, likes: readonly Like[]): Promise<Map<number, number>> {
  // Always in the same order; otherwise two processes could deadlock.
  const ordered = likes.toSorted((a, b) => a.postId - b.postId || a.accountId - b.accountId)
  return db.transaction().execute(async (tx) => {
    const posts = await lockPosts(tx, [...new Set(ordered.map(({ postId }) => postId))])
    const changes = await writeLikes(
      tx,
      ordered.filter(({ postId }) => posts.has(postId)),
    )
    if (changes.size > 0) await notifyFeedChanged(tx, 0)
    return moveCounts(tx, [...posts], changes)
  })
}

/** Keeps the posts from being deleted until the transaction ends. Returns those that exist. */
async function lockPosts(tx: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`${prepared}
    select id from posts where id = any(${arrayOf('bigint', ids)}) order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns by how much each post's number of likes changes. Waits for a simultaneous like of the same account. */
async function writeLikes(tx: Queryable, likes: readonly Like[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ post_id: number; change: number }>`${prepared}
    with wanted as (
      select * from unnest(${likes.map(({ postId }) => postId)}::bigint[], ${likes.map(({ accountId }) => accountId)}::bigint[],
        ${likes.map(({ isLike }) => isLike)}::boolean[]) with ordinality as w (post_id, account_id, is_like, place)
    ), added as (
      insert into likes (post_id, account_id)
      select post_id, account_id from wanted where is_like order by place on conflict do nothing returning post_id
    ), removed as (
      delete from likes using wanted w
      where not w.is_like and likes.post_id = w.post_id and likes.account_id = w.account_id returning likes.post_id
    )
    select post_id, sum(one)::int as change
    from (select post_id, 1 as one from added union all select post_id, -1 from removed) changed
    group by post_id`.execute(tx)
  return new Map(rows.map(({ post_id, change }) => [post_id, change]))
}

/** Last before the commit, because everybody who likes the same posts waits for these rows. */
async function moveCounts(
  tx: Queryable,
  posts: readonly number[],
  changes: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ post_id: number; like_count: number }>`${prepared}
    with wanted as (
      select * from unnest(${posts}::bigint[], ${posts.map((id) => changes.get(id) ?? 0)}::int[]) as w (post_id, change)
    ), moved as (
      update post_stats s set like_count = s.like_count + w.change from wanted w
      where s.post_id = w.post_id and w.change <> 0 returning s.post_id, s.like_count
    )
    select post_id, like_count from moved
    union all
    select s.post_id, s.like_count from post_stats s join wanted w using (post_id) where w.change = 0`.execute(tx)
  return new Map(rows.map(({ post_id, like_count }) => [post_id, like_count]))
}

import { sql } from 'kysely'
import type { Database, Queryable } from '../db/connect.ts'
import { isDatabaseAway } from '../db/is-database-away.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { prepared } from '../db/prepared.ts'
import { withoutBudget } from '../db/wait-budget.ts'
import { AppError } from '../errors.ts'

/** One account sets whether it likes one post. */
export type Like = Readonly<{ postId: number; accountId: number; isLike: boolean }>

/** Most likes in one transaction. */
export const LARGEST_GROUP = 100

/** Most likes that wait; with more, the database is too slow for all of them to be told in time. */
export const MOST_WAITING = 5000

/** Groups at once: one that waits for a locked post must not keep all others waiting. */
const GROUPS_AT_ONCE = 2

/** SQLSTATE of a row that stayed locked for too long: it is one post's alone. */
const LOCKED = '55P03'

type Waiting = Like & { settle: PromiseWithResolvers<number> }

/**
 * Likes that arrive while others are written are written together, in one transaction: one flush to disk, one change of
 * each post's counter and one notification for all of them. A like that comes alone does not wait.
 */
export class LikeGroups {
  readonly #db: Database
  readonly #setAlone: (like: Like) => Promise<number>
  #waiting: Waiting[] = []
  /** Post and account of the likes that are being written; the next one of both waits for them. */
  readonly #busy = new Set<string>()
  #running = 0

  /** `setAlone` sets one like in a transaction of its own, when that of its group fails. */
  constructor(db: Database, setAlone: (like: Like) => Promise<number>) {
    this.#db = db
    this.#setAlone = setAlone
  }

  /**
   * Sets a like, and returns the post's number of likes afterwards. It is on disk then.
   * @throws {AppError} NOT_FOUND; UNAVAILABLE when too many likes wait already
   */
  async set(like: Like): Promise<number> {
    if (this.#waiting.length >= MOST_WAITING) throw new AppError('UNAVAILABLE')
    const settle = Promise.withResolvers<number>()
    this.#waiting.push({ ...like, settle })
    this.#start()
    return settle.promise
  }

  #start(): void {
    while (this.#running < GROUPS_AT_ONCE) {
      const group = this.#nextGroup()
      if (group.length === 0) return
      this.#running++
      // The waits for connections are nobody's who happened to be first.
      void withoutBudget(() => this.#run(group))
    }
  }

  /** Takes those that wait for longest, and only one of the same account and post. */
  #nextGroup(): Waiting[] {
    const group: Waiting[] = []
    this.#waiting = this.#waiting.filter((like) => {
      const key = keyOf(like)
      if (group.length === LARGEST_GROUP || this.#busy.has(key)) return true
      this.#busy.add(key)
      group.push(like)
      return false
    })
    return group
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    try {
      const counts = await setTogether(this.#db, group)
      for (const { postId, settle } of group) {
        const count = counts.get(postId)
        if (count === undefined) settle.reject(new AppError('NOT_FOUND'))
        else settle.resolve(count)
      }
    } catch (error) {
      await this.#fail(group, error)
    } finally {
      for (const like of group) this.#busy.delete(keyOf(like))
      this.#running--
      this.#start()
    }
  }

  /** One of the group is the reason: a post or an account that just goes, or is locked. Without a database it is none of them. */
  async #fail(group: readonly Waiting[], error: unknown): Promise<void> {
    if (isDatabaseAway(error) && (error as { code?: unknown }).code !== LOCKED) {
      for (const { settle } of [...group, ...this.#waiting.splice(0)]) settle.reject(error)
      return
    }
    await Promise.all(group.map((like) => this.#setAlone(like).then(like.settle.resolve, like.settle.reject)))
  }
}

function keyOf({ postId, accountId }: Like): string {
  return `${postId} ${accountId}`
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
    select id from posts where id = any(${ids}::bigint[]) order by id for key share`.execute(tx)
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

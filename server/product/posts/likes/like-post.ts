import { type RawBuilder, sql } from 'kysely'
import type { LikeResult, MutationLikePostArgs } from '#contract/schema.gen.ts'
import { limited, type MemberContext, requireOwnHandle } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { AppError, requireId } from '../../../platform/errors.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { notificationSql } from '../../notifications/notify.ts'
import { announceLike, likeListNames } from '../post-names.ts'

/** Result of a like; its `likeUsers` are loaded only when requested. */
export type GivenLike = Omit<LikeResult, 'likeUsers'> & { postId: string }

type Like = Readonly<{ postId: number; accountId: number; bypassesSharedCache: boolean; isLike: boolean }>

/** Likes a post, or takes the like back; repeating it changes nothing. @throws {AppError} NOT_FOUND, RATE_LIMITED */
export async function likePost(context: MemberContext, args: MutationLikePostArgs): Promise<GivenLike> {
  const session = requireOwnHandle(context.session, args.jwt)
  const like = {
    postId: requireId(args.id),
    accountId: session.accountId,
    bypassesSharedCache: session.bypassesSharedCache,
    isLike: args.isLike,
  }
  const count = await limited(context, 'like', () => setLike(context.db, like))
  return { count, postId: args.id }
}

type Changed = { like_count: number; names: string[] }

async function setLike(db: Database, like: Like): Promise<number> {
  const { rows } = await changeLike(like).execute(db)
  const [changed] = rows
  if (changed) announceLike(db, like.postId, changed.names)
  const count = changed?.like_count ?? (await countLikes(db, like))
  if (count === undefined) throw new AppError('NOT_FOUND')
  return count
}

// The statement is the whole transaction; without a row nothing has changed. It locks the post, the account, the like
// and last the counter, for which other likes of the post wait. The deletion of an account locks in the same order.
function changeLike({ postId, accountId, bypassesSharedCache, isLike }: Like): RawBuilder<Changed> {
  const changed = isLike
    ? sql`insert into likes (post_id, account_id) select post.id, ${accountId} from post left join account on true
        on conflict do nothing returning post_id`
    : sql`delete from likes using post, account where post_id = post.id and likes.account_id = account.id
        returning post_id`
  // The notification is written while the counter is locked, so the next like waits for it too.
  const notified = notificationSql({
    kind: 'like',
    recipient: sql`(select account_id from post)`,
    actor: sql`${accountId}::bigint`,
    post: sql`${postId}::bigint`,
    comment: sql`null::bigint`,
    when: sql`exists (select from counted)`,
  })
  return sql<Changed>`${prepared}
    with post as materialized (
      select id, account_id, ${likeListNames('posts')} as names from posts
      where id = ${postId} and ${isShownTo({ accountId, bypassesSharedCache }, 'post', 'posts')} for key share
    ), account as materialized (
      select id from accounts where id = ${accountId} and exists (select from post) for key share
    ), changed as (${changed}), counted as (
      update post_stats s set like_count = s.like_count ${isLike ? sql`+` : sql`-`} 1
      from changed where s.post_id = changed.post_id returning s.post_id, s.like_count
    )${isLike ? sql`, ${notified}` : sql``}
    select like_count, (select names from post) as names from counted`
}

/** The number of likes in a new snapshot, which also has a like that the same person has just given elsewhere. */
async function countLikes(db: Database, { postId, ...reader }: Like): Promise<number | undefined> {
  const row = await db
    .selectFrom('post_stats')
    .innerJoin('posts', 'posts.id', 'post_stats.post_id')
    .select('like_count')
    .where('post_id', '=', postId)
    .where(isShownTo(reader, 'post', 'posts'))
    .executeTakeFirst()
  return row?.like_count
}

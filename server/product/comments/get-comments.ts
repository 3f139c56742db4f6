import { type RawBuilder, sql } from 'kysely'
import type { MoreReplies, QueryGetCommentsArgs } from '#contract/schema.gen.ts'
import { FIRST_REPLIES_PER_THREAD, MOST_COUNTED_REPLIES, THREADS_PER_PAGE } from '#rules/comment.ts'
import { cutPage, type OperationContext, parseCursor } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { AppError, requireId } from '../../platform/errors.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from '../authors/present-author.ts'
import {
  accountsHiddenFrom,
  exemptModerator,
  isShownTo,
  isShownToModeratorsToo,
  itemsReportedBy,
  type Reader,
  titleShownTo,
} from '../authors/visibility.ts'
import { moreReplies } from './get-replies.ts'
import { type CommentRow, type PresentedComment, presentComment, selectComments } from './present-comment.ts'

type Row = { tasty_count: number } & ((CommentRow & { thread: number; more: number }) | { id: null })
const isComment = (row: Row): row is Row & CommentRow & { thread: number; more: number } => row.id !== null

/** A page of threads: comments with their first replies, and in `more` how to load further ones. */
export type FoundComments = {
  data: PresentedComment[]
  more: MoreReplies[]
  nextCursor: string | null
  tastyCount: number
  postId: number
}

/**
 * The newest twenty threads, or the twenty before the cursor, with their first replies.
 * @throws {AppError} NOT_FOUND, BAD_USER_INPUT for a foreign cursor
 */
export async function getComments(context: OperationContext, args: QueryGetCommentsArgs): Promise<FoundComments> {
  const postId = requireId(args.post)
  const list = `comments ${postId}`
  const [before] = parseCursor<[id: number]>(context, list, args.cursor) ?? [Number.MAX_SAFE_INTEGER]
  const { rows: found } = await sql<Row>`${prepared}
    select listed.*, coalesce(s.tasty_count, 0) - ${hiddenComments(exemptModerator(context.session), sql`p.id`, sql`h.tasty`)} as tasty_count
    from posts p
    left join post_stats s on s.post_id = p.id
    left join lateral (${listedThreads(context.session, postId, before)}) listed on true
    where p.id = ${postId} and ${isShownToModeratorsToo(context.session, 'post', 'p')}
    order by listed.thread desc, listed.id`.execute(context.db)
  const [post] = found
  if (!post) throw new AppError('NOT_FOUND')
  const threads = [...Map.groupBy(found.filter(isComment), ({ thread }) => thread).values()]
  context.shown.add(args.post)
  const { page, nextCursor } = cutPage(context, list, {
    rows: threads,
    size: THREADS_PER_PAGE,
    keyOf: ([first]) => [first?.thread],
  })
  return {
    data: page.flat().map((row) => presentComment(context, row)),
    more: page.flatMap((rows) => moreReplies(context, rows.at(-1)?.thread ?? 0, rows) ?? []),
    nextCursor,
    tastyCount: post.tasty_count,
    postId,
  }
}

/**
 * SQL of the comments of a post's threads before an id: their first comments and first replies, and how many replies
 * there are behind these. `gone` are threads whose first comment the reader cannot see, read only as far as the last of the
 * `firsts`, because there may be many.
 */
function listedThreads(reader: Reader, postId: number, before: number): RawBuilder<unknown> {
  const [first, reply] = ['f', 'r'].map((alias) => isShownToModeratorsToo(reader, 'comment', alias))
  // Subqueries hide the values from the planner, which would plan each execution anew.
  const [post, end] = [sql`(select ${postId}::bigint)`, sql`(select ${before}::bigint)`]
  const most = sql.lit(THREADS_PER_PAGE + 1)
  const replies = sql`from comments r where r.thread_id = t.id and ${reply}`
  return sql`
    with firsts as materialized (
      select f.id from comments f
      where f.post_id = ${post} and f.thread_id is null and f.id < ${end} and ${first}
      order by f.id desc limit ${most}
    ), gone as materialized (
      select t.id from comment_threads t
      where t.post_id = ${post} and t.id < ${end}
        and t.id > (select case when count(*) = ${most} then min(id) else 0 end from firsts)
        and t.id not in (select id from firsts) and exists (select ${replies})
      order by t.id desc limit ${most}
    ), threads as materialized (
      select t.id, t.is_there, array(
        select r.id ${replies} order by r.id limit ${sql.lit(FIRST_REPLIES_PER_THREAD + MOST_COUNTED_REPLIES)}) as replies
      from (
        select id, true as is_there from firsts union all select id, false from gone order by id desc limit ${most}
      ) t
    )
    select shown.*, t.id as thread, greatest(cardinality(t.replies) - ${sql.lit(FIRST_REPLIES_PER_THREAD)}, 0) as more
    from (${selectComments} where c.id = any(array(
      select id from threads where is_there
      union all select unnest(replies[1:${sql.lit(FIRST_REPLIES_PER_THREAD)}]) from threads))
    ) shown join threads t on t.id = coalesce(shown.thread_id, shown.id)`
}

/** SQL that counts a post's comments, `h`, that meet the condition and are hidden from this reader. */
function hiddenComments(
  reader: Reader,
  post: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<number> {
  if (!reader?.bypassesSharedCache) return sql<number>`0`
  return sql<number>`(select count(*) from comments h
    where h.post_id = ${post} and not h.hidden and ${condition}
      and (h.account_id in (${accountsHiddenFrom(reader)}) or h.id in (${itemsReportedBy(reader, 'comment')})))`
}

/** For each post, the number of its comments that the reader does not see. */
export async function countHiddenComments(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select ${hiddenComments(exemptModerator(session), sql`wanted.id`)} as count
    from unnest(${arrayOf('bigint', postIds)}) with ordinality as wanted (id, place) order by wanted.place`.execute(db)
  return rows.map(({ count }) => count)
}

const TASTY_AUTHORS = 3

/** Loads the authors of the newest comments on a post that say 'tasty' by the button. */
export async function loadTastyCommentAuthors(
  context: Pick<OperationContext, 'db' | 'session' | 'images' | 'shown'>,
  postId: number,
): Promise<PresentedAuthor[]> {
  const { rows } = await sql<AuthorRow>`${selectAuthors}
    join (
      select id as comment_id, account_id from comments
      where post_id = ${postId} and tasty and ${isShownTo(exemptModerator(context.session), 'comment', 'comments')}
      order by id desc limit ${sql.lit(TASTY_AUTHORS)}
    ) latest on latest.account_id = a.id
    order by latest.comment_id desc`.execute(context.db)
  return rows.map((row) => presentAuthor(context, row))
}

/** Comments shown of a place. */
const COMMENTS_SHOWN = 10
/** Newest posts of a place whose comments are looked at, and the newest comments of each. */
const POSTS = 500
const OF_EACH = 20

export type PlaceCommentRow = { title: string; comment: PresentedComment }

/** The newest comments with a text on posts about a place, with the posts' titles; no replies. */
export async function getPlaceComments(context: OperationContext, venueId: string): Promise<PlaceCommentRow[]> {
  const { session } = context
  const { rows } = await sql<CommentRow & { title: string }>`${prepared}
    select shown.*, p.title from (${selectComments}
      where c.id = any(array(
        select newest.id
        from (
          select v.post_id from venue_posts v join posts w on w.id = v.post_id
          where v.venue_id = ${Number(venueId)} and ${isShownTo(session, 'post', 'w')}
          order by v.post_id desc limit ${sql.lit(POSTS)}
        ) v cross join lateral (
          select id, text, account_id, hidden from comments
          where post_id = v.post_id and thread_id is null order by id desc limit ${sql.lit(OF_EACH)}
        ) newest
        where newest.text <> '' and ${isShownTo(session, 'comment', 'newest')}
        order by newest.id desc limit ${sql.lit(COMMENTS_SHOWN)}
      ))
    ) shown join posts p on p.id = shown.post_id order by shown.id desc`.execute(context.db)
  return rows.map(({ title, ...row }) => ({ title, comment: presentComment(context, row) }))
}

export async function countCommentsOf(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function loadCommentsOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('image_uses', (join) =>
      join.onRef('image_uses.comment_id', '=', 'comments.id').on('image_uses.position', '=', 0),
    )
    .leftJoin('images', 'images.id', 'image_uses.image_id')
    .selectAll('comments')
    .select(['images.key as image_key', 'image_uses.url as image_url'])
    .select(titleShownTo(accountId).as('title'))
    .where('comments.account_id', '=', accountId)
    .orderBy('comments.id')
    .execute()
}

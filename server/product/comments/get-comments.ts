import { type RawBuilder, sql } from 'kysely'
import type { MoreReplies, QueryGetCommentsArgs } from '#contract/schema.gen.ts'
import { COMMENTS_PER_PAGE, FIRST_REPLIES, MOST_COUNTED_REPLIES } from '#rules/comment.ts'
import { cutPage, type OperationContext, parseCursor } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { AppError, requireId } from '../../platform/errors.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from '../authors/present-author.ts'
import {
  hiddenFrom,
  isShownTo,
  isShownToModeratorsToo,
  type Reader,
  readerById,
  reportedBy,
  titleShownTo,
} from '../authors/visibility.ts'
import { moreReplies } from './get-replies.ts'
import { type CommentRow, type PresentedComment, presentComment, selectComments } from './present-comment.ts'

type Row = { tasty_count: number } & ((CommentRow & { thread: number; more: number }) | { id: null })
const isComment = (row: Row): row is Row & CommentRow & { thread: number; more: number } => row.id !== null

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
    select listed.*, coalesce(s.tasty_count, 0) - ${hiddenComments(readerById(context.session), sql`p.id`, sql`h.tasty`)} as tasty_count
    from posts p
    left join post_stats s on s.post_id = p.id
    left join lateral (
      select shown.*, t.id as thread, t.more from (${threadsOf(context.session, postId, before)}) t
      cross join lateral (${selectComments} where c.id = any(t.ids)) shown
    ) listed on true
    where p.id = ${postId} and ${isShownToModeratorsToo(context.session, 'post', 'p')}
    order by listed.thread desc, listed.id`.execute(context.db)
  const [post] = found
  if (!post) throw new AppError('NOT_FOUND')
  const threads = [...Map.groupBy(found.filter(isComment), ({ thread }) => thread).values()]
  context.shown.add(args.post)
  const { page, nextCursor } = cutPage(context, list, {
    rows: threads,
    size: COMMENTS_PER_PAGE,
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
 * SQL of a post's threads before an id, the newest first, with the ids of their first comments and first replies, and
 * how many more replies there are. Threads whose first comment is gone are among those of `comment_threads`.
 */
function threadsOf(reader: Reader, postId: number, before: number): RawBuilder<unknown> {
  const [first, reply] = ['f', 'r'].map((alias) => isShownToModeratorsToo(reader, 'comment', alias))
  return sql`
    select k.id, (case when k.is_there then array[k.id] else '{}' end) || replies.ids[1:${sql.lit(FIRST_REPLIES)}] as ids,
      greatest(cardinality(replies.ids) - ${sql.lit(FIRST_REPLIES)}, 0) as more
    from (
      select f.id, ${first} as is_there from comments f
      where f.post_id = ${postId} and f.thread_id is null and f.id < ${before}::bigint
      union all
      select t.id, false from comment_threads t left join lateral (
        select true as is_there from comments where id = t.id limit 1
      ) f on true
      where t.post_id = ${postId} and t.id < ${before}::bigint and f.is_there is null
    ) k
    cross join lateral (select array(
      select r.id from comments r where r.thread_id = k.id and ${reply}
      order by r.id limit ${sql.lit(FIRST_REPLIES + MOST_COUNTED_REPLIES)}) as ids) replies
    where k.is_there or replies.ids <> '{}'
    order by k.id desc limit ${sql.lit(COMMENTS_PER_PAGE + 1)}`
}

/** SQL that counts the comments of post `h` hidden from the reader, of those with the condition. */
function hiddenComments(
  reader: Reader,
  post: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<number> {
  if (!reader?.bypassesSharedCache) return sql<number>`0`
  return sql<number>`(select count(*) from comments h
    where h.post_id = ${post} and not h.hidden and ${condition}
      and (h.account_id in (${hiddenFrom(reader)}) or h.id in (${reportedBy(reader, 'comment')})))`
}

export async function loadHiddenComments(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select ${hiddenComments(readerById(session), sql`wanted.id`)} as count
    from unnest(${arrayOf('bigint', postIds)}) with ordinality as wanted (id, place) order by wanted.place`.execute(db)
  return rows.map(({ count }) => count)
}

const TASTY_AUTHORS = 3

export async function loadTastyAuthors(
  context: Pick<OperationContext, 'db' | 'session' | 'images' | 'shown'>,
  postId: number,
): Promise<PresentedAuthor[]> {
  const { rows } = await sql<AuthorRow>`${selectAuthors}
    join (
      select id as comment_id, account_id from comments
      where post_id = ${postId} and tasty and ${isShownTo(readerById(context.session), 'comment', 'comments')}
      order by id desc limit ${sql.lit(TASTY_AUTHORS)}
    ) latest on latest.account_id = a.id
    order by latest.comment_id desc`.execute(context.db)
  return rows.map((row) => presentAuthor(context, row))
}

const COMMENTS_SHOWN = 10
const POSTS = 500
const OF_EACH = 20

export type PlaceCommentRow = { title: string; comment: PresentedComment }

export async function getPlaceComments(context: OperationContext, venueId: string): Promise<PlaceCommentRow[]> {
  const { session } = context
  const { rows } = await sql<CommentRow & { title: string }>`
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

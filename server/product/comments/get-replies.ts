import { sql } from 'kysely'
import type { MoreReplies, QueryGetRepliesArgs } from '#contract/schema.gen.ts'
import { MOST_COUNTED_REPLIES, REPLIES_PER_PAGE } from '#rules/comment.ts'
import { parseId } from '#rules/validate.ts'
import { type OperationContext, parseCursor, signCursor } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { isShownToModeratorsToo } from '../authors/visibility.ts'
import { type CommentRow, noComment, type PresentedComment, presentComment, selectComments } from './present-comment.ts'

export type FoundReplies = { data: PresentedComment[]; more: MoreReplies | null }

type Listed = CommentRow & { more: number }
type Row = { post: number; thread: number } & (Listed | { id: null })
const isReply = (row: Row): row is Row & Listed => row.id !== null

/**
 * The oldest twenty replies in the thread of a comment, or the twenty after the cursor.
 * @throws {AppError} NOT_FOUND without any reply, BAD_USER_INPUT for a foreign cursor
 */
export async function getReplies(context: OperationContext, args: QueryGetRepliesArgs): Promise<FoundReplies> {
  const parentId = parseId(args.parent)
  if (parentId === null) throw noComment()
  const [after] = parseCursor<[id: number]>(context, nameOf(parentId), args.cursor) ?? [0]
  const { session } = context
  const { rows: found } = await sql<Row>`${prepared}
    select p.id as post, t.id as thread, listed.*, greatest(cardinality(replies.ids) - ${sql.lit(REPLIES_PER_PAGE)}, 0) as more
    from comment_threads t
    join posts p on p.id = t.post_id
    cross join lateral (select array(
      select r.id from comments r
      where r.thread_id = t.id and r.id > ${after}::bigint and ${isShownToModeratorsToo(session, 'comment', 'r')}
      order by r.id limit ${sql.lit(REPLIES_PER_PAGE + MOST_COUNTED_REPLIES)}) as ids) replies
    left join lateral (
      ${selectComments} where c.id = any(replies.ids[1:${sql.lit(REPLIES_PER_PAGE)}])
    ) listed on true
    where t.id = coalesce((
        select o.thread_id from comments o where o.id = ${parentId} and ${isShownToModeratorsToo(session, 'comment', 'o')}
      ), ${parentId}) and ${isShownToModeratorsToo(session, 'post', 'p')}
    order by listed.id`.execute(context.db)
  const [thread] = found
  if (!thread) throw noComment()
  context.shown.add(String(thread.post))
  const rows = found.filter(isReply)
  return { data: rows.map((row) => presentComment(context, row)), more: moreReplies(context, thread.thread, rows) }
}

const nameOf = (threadId: number) => `replies ${threadId}`

/** How many replies of a thread follow the last one of `rows`, and the cursor to them; null if none follow. */
export function moreReplies(
  context: Pick<OperationContext, 'secrets'>,
  threadId: number,
  rows: readonly { id: number; more: number }[],
): MoreReplies | null {
  const last = rows.at(-1)
  if (!last || last.more === 0) return null
  return { parent: String(threadId), count: last.more, cursor: signCursor(context, nameOf(threadId), [last.id]) }
}

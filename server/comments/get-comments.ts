import { sql } from 'kysely'
import type { QueryGetCommentsArgs } from '#contract/schema.gen.ts'
import { COMMENTS_PER_PAGE } from '#rules/comment.ts'
import { errorMessages } from '#rules/errors.ts'
import { isReadableBy } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import { AppError, badInput, requireId } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { hiddenComments } from './hidden-comments.ts'
import { type CommentRow, type PresentedComment, presentComment, selectComments } from './present-comment.ts'

/** A post without such comments has one row, without an id. */
type Row = { tasty_count: number } & (CommentRow | { id: null })
const isComment = (row: Row): row is Row & CommentRow => row.id !== null

export type FoundComments = {
  data: PresentedComment[]
  nextCursor: string | null
  tastyCount: number
  postId: number
}

/** The newest twenty, or the twenty before the cursor. @throws {AppError} NOT_FOUND, BAD_USER_INPUT for a foreign cursor */
export async function getComments(context: OperationContext, args: QueryGetCommentsArgs): Promise<FoundComments> {
  const postId = requireId(args.post)
  const before = typeof args.cursor === 'string' ? readCursor(context.secrets, postId, args.cursor) : null
  const { rows: found } = await sql<Row>`${prepared}
    select listed.*, coalesce(s.tasty_count, 0) - ${hiddenComments(context.session, sql`p.id`, sql`h.tasty`)} as tasty_count
    from posts p
    left join post_stats s on s.post_id = p.id
    left join lateral (
      ${selectComments}
      where c.post_id = ${postId} and c.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        and ${isReadableBy(context.session, 'comment', 'c')}
      order by c.id desc limit ${sql.lit(COMMENTS_PER_PAGE + 1)}
    ) listed on true
    where p.id = ${postId} and ${isReadableBy(context.session, 'post', 'p')}
    order by listed.id desc`.execute(context.db)
  const [post] = found
  if (!post) throw new AppError('NOT_FOUND')
  const rows = found.filter(isComment)
  context.shown.add(args.post)
  const page = rows.slice(0, COMMENTS_PER_PAGE)
  const last = page.at(-1)
  return {
    data: page.map((row) => presentComment(context, row)),
    nextCursor: rows.length > COMMENTS_PER_PAGE && last ? signCursor(context.secrets, postId, last.id) : null,
    tastyCount: post.tasty_count,
    postId,
  }
}

const listName = (postId: number) => `comments ${postId}`

function signCursor(secrets: Secrets, postId: number, id: number): string {
  return secrets.sign(JSON.stringify([listName(postId), id]), 'cursor')
}

function readCursor(secrets: Secrets, postId: number, cursor: string): number {
  const signed = secrets.verify(cursor, 'cursor')
  const [list, id] = JSON.parse(signed ?? '[]') as [string?, number?]
  if (list !== listName(postId) || id === undefined) {
    throw badInput([{ field: 'cursor', message: errorMessages.BAD_USER_INPUT }])
  }
  return id
}

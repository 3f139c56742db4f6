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

type Context = Pick<OperationContext, 'db' | 'session'>

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
  const tastyCount = await countTasty(context, postId)
  context.shown.add(args.post)
  const { rows } = await sql<CommentRow>`${selectComments}
    where c.post_id = ${postId} and c.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      and ${isReadableBy(context.session, 'comment', 'c')}
    order by c.id desc limit ${sql.lit(COMMENTS_PER_PAGE + 1)}`.execute(context.db)
  const page = rows.slice(0, COMMENTS_PER_PAGE)
  const last = page.at(-1)
  return {
    data: page.map((row) => presentComment(context, row)),
    nextCursor: rows.length > COMMENTS_PER_PAGE && last ? signCursor(context.secrets, postId, last.id) : null,
    tastyCount,
    postId,
  }
}

/** @throws {AppError} NOT_FOUND for a post that the reader may not see */
async function countTasty({ db, session }: Context, postId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select coalesce(s.tasty_count, 0) - ${hiddenComments(session, sql`p.id`, sql`h.tasty`)} as count
    from posts p left join post_stats s on s.post_id = p.id
    where p.id = ${postId} and ${isReadableBy(session, 'post', 'p')}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return rows[0].count
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

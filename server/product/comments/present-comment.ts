import { type RawBuilder, sql } from 'kysely'
import type { Comment } from '#contract/schema.gen.ts'
import { commentMessages } from '#rules/comment.ts'
import type { OperationContext } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { type ImageInfoRow, imageInfo } from '../../platform/pictures/picture.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor } from '../authors/present-author.ts'
import { isPublicOrOwn, isShownToAuthorToo, type Reader } from '../authors/visibility.ts'
import { type CommentAction, mayChangeComment } from './policy.ts'

export type CommentRow = Omit<AuthorRow, 'created_at' | 'image_url' | 'image_key'> &
  ImageInfoRow & {
    image_url: string | null
    image_key: string | null
    id: number
    post_id: number
    post_account_id: number
    thread_id: number | null
    text: string
    tasty: boolean
    created_at: Date
    edited_at: Date | null
    author_since: Date
    author_image_url: string | null
    author_image_key: string | null
  }

/** SQL of comments without a condition; the comment is `c`, its post `p` and its author `a`. */
export const selectComments: RawBuilder<CommentRow> = sql<CommentRow>`${prepared}
  select c.id, c.post_id, p.account_id as post_account_id, c.account_id, c.thread_id, c.text, c.tasty, c.created_at, c.edited_at,
    u.url as image_url, i.key as image_key, i.width as image_width, i.height as image_height,
    i.placeholder as image_placeholder, a.handle, a.username, a.about, a.tastes, a.created_at as author_since,
    au.url as author_image_url, ai.key as author_image_key
  from comments c
  join posts p on p.id = c.post_id
  join accounts a on a.id = c.account_id
  left join image_uses u on u.comment_id = c.id and u.position = 0
  left join images i on i.id = u.image_id
  left join image_uses au on au.account_id = a.id and au.position = 0
  left join images ai on ai.id = au.image_id`

type Context = Pick<OperationContext, 'db' | 'session'>

/**
 * Loads a comment that the reader may see or change. Blocks and reports take away no right to change it: the post's author
 * can delete comments of members who have blocked them.
 * @throws {AppError} NOT_FOUND
 */
export async function loadComment({ db, session }: Context, id: number, action: CommentAction): Promise<CommentRow> {
  const isShown = sql`${isShownToAuthorToo(session, 'comment', 'c')} and ${isShownToAuthorToo(session, 'post', 'p')}`
  const { rows } = await sql<CommentRow>`${selectComments}
    where c.id = ${id} and ((${isShown}) or (${isTheirs[action](session)}))`.execute(db)
  if (!rows[0]) throw noComment()
  return rows[0]
}

/** Rights as in `policy.ts`. Comments of hidden posts cannot be edited, and hidden comments of others do not exist. */
const isTheirs: Record<CommentAction, (reader: Reader) => RawBuilder<unknown>> = {
  edit: (reader) => sql`${isBy(reader, 'c')} and ${isPublicOrOwn(reader, 'p')}`,
  delete: (reader) => sql`${isBy(reader, 'c')} or (${isBy(reader, 'p')} and not c.hidden)`,
}

function isBy(reader: Reader, alias: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.account_id`)} = ${reader?.accountId ?? null}::bigint`
}

export function noComment(): AppError {
  return new AppError('NOT_FOUND', { message: commentMessages.notFound })
}

export type PresentedComment = Omit<Comment, 'author' | 'hiddenBecause' | 'mentions'> & { author: PresentedAuthor }

export function presentComment(
  context: Pick<OperationContext, 'images' | 'shown' | 'session'>,
  row: CommentRow,
): PresentedComment {
  const { images, shown, session } = context
  shown.add(String(row.post_id))
  const url = images.urlOf(row.image_key, row.image_url)
  return {
    id: String(row.id),
    post: String(row.post_id),
    text: row.text,
    tasty: row.tasty,
    image: url === null ? null : { url, info: imageInfo(row) },
    createdAt: row.created_at.toISOString(),
    edited: row.edited_at !== null,
    parent: row.thread_id === null ? null : String(row.thread_id),
    author: presentAuthor(context, {
      ...row,
      created_at: row.author_since,
      image_url: row.author_image_url,
      image_key: row.author_image_key,
    }),
    mine: mayChangeComment(session, 'edit', row),
    removable: mayChangeComment(session, 'delete', row),
  }
}

import { sql } from 'kysely'
import type { QueryGetPostArgs } from '#contract/schema.gen.ts'
import { isReadableBy } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { AppError, requireId } from '../errors.ts'
import { type PostRow, type PresentedPost, presentPost, selectHiddenToo } from './present-post.ts'

/** One that is hidden is read by its author only. @throws {AppError} NOT_FOUND */
export async function getPost(context: OperationContext, args: QueryGetPostArgs): Promise<PresentedPost> {
  const id = requireId(args.id)
  const { rows } = await sql<PostRow>`${selectHiddenToo} 
    where p.id = ${id} and ${isReadableBy(context.session, 'post', 'p')}`.execute(context.db)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND')
  return presentPost(context, row)
}

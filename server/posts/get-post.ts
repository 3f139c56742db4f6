import { sql } from 'kysely'
import type { QueryGetPostArgs } from '#contract/schema.gen.ts'
import { isSeenBy } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { AppError, requireId } from '../errors.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from './present-post.ts'

/** @throws {AppError} NOT_FOUND */
export async function getPost(context: OperationContext, args: QueryGetPostArgs): Promise<PresentedPost> {
  const id = requireId(args.id)
  const { rows } = await sql<PostRow>`${selectPosts} 
    where p.id = ${id} and ${isSeenBy(context.session, sql`p.account_id`)}`.execute(context.db)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND')
  return presentPost(context, row)
}

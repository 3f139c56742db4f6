import { sql } from 'kysely'
import type { CountResult, QueryGetNewPostCountArgs } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import { requirePostId } from './policy.ts'

const MAX_COUNT = 99

/**
 * How many posts are newer than the one named, 99 at most; '0' names the time before the first post.
 * @throws {AppError} NOT_FOUND for a text that is no id. A post that was deleted meanwhile may still be named.
 */
export async function getNewPostCount(context: OperationContext, args: QueryGetNewPostCountArgs): Promise<CountResult> {
  const after = args.after === '0' ? 0 : requirePostId(args.after)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from posts where id > ${after} order by id limit ${MAX_COUNT}) newer`.execute(
    context.db,
  )
  return { count: rows[0]?.count ?? 0 }
}

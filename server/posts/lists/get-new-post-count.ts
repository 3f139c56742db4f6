import { sql } from 'kysely'
import type { CountResult, QueryGetNewPostCountArgs } from '#contract/schema.gen.ts'
import { isShownTo } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import { requireId } from '../../errors.ts'

const MAX_COUNT = 99

/** Up to 99 posts newer than the given one, which may be gone; '0' is older than all. @throws {AppError} NOT_FOUND */
export async function getNewPostCount(context: OperationContext, args: QueryGetNewPostCountArgs): Promise<CountResult> {
  const after = args.after === '0' ? 0 : requireId(args.after)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from posts p where id > ${after}
      and ${isShownTo(context.session, 'post', 'p')} order by id limit ${MAX_COUNT}) newer`.execute(context.db)
  return { count: rows[0]?.count ?? 0, id: null }
}

import { sql } from 'kysely'
import type { CountResult, MutationTakeBackReportArgs, Reported } from '#contract/schema.gen.ts'
import { blockedEitherWay } from '../authors/visibility.ts'
import { limited, type OperationContext, requireSession } from '../context.ts'
import { findTarget } from './find-target.ts'

/** What the caller has reported and could see again, at most 100, the latest first. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function getReported(context: OperationContext): Promise<Reported[]> {
  const { accountId } = requireSession(context)
  const { rows } = await sql<Omit<Reported, 'at'> & { created_at: Date }>`
    select r.kind, coalesce(l.key, case r.kind when 'author' then a.handle else r.item_id::text end) as id,
      coalesce(p.title, left(c.text, 80), l.name, a.username) as title, r.created_at
    from reports r
    join accounts a on a.id = r.author_id and not a.hidden
    left join posts p on p.id = r.post_id and not p.hidden
    left join comments c on c.id = r.comment_id and not c.hidden
    left join collections l on l.id = r.collection_id and not l.hidden and l.visibility <> 'private'
    where r.reporter_id = ${accountId} and not r.dismissed and r.author_id not in (${blockedEitherWay(accountId)})
      and (r.kind = 'author' or coalesce(p.id, c.id, l.id) is not null)
    order by r.id desc limit 100`.execute(context.db)
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }))
}

/**
 * The caller sees the thing again. It stays written that they have reported it, so that they cannot report one version
 * again and again.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND for what the caller has not reported, RATE_LIMITED
 */
export async function takeBackReport(
  context: OperationContext,
  args: MutationTakeBackReportArgs,
): Promise<CountResult> {
  const { accountId } = requireSession(context)
  const isReported = sql<boolean>`exists (select from reports r where r.reporter_id = ${accountId} and r.kind = ${args.kind}
    and r.item_id = item.id)`
  const { itemId } = await findTarget(context.db, args.kind, args.id, { where: isReported })
  const count = await limited(context, 'change', async () => {
    const { numUpdatedRows } = await context.db
      .updateTable('reports')
      .set({ dismissed: true, taken_back: true, handled_at: sql<Date>`coalesce(handled_at, now())` })
      .where('reporter_id', '=', accountId)
      .where('kind', '=', args.kind)
      .where('item_id', '=', itemId)
      .where('dismissed', '=', false)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
  return { count, id: args.id }
}

import { sql } from 'kysely'
import type { CountResult, MutationReportArgs } from '#contract/schema.gen.ts'
import { moderationMessages, type ReportKind, reportSchema } from '#rules/moderation.ts'
import { isReadableBy, isSeenBy } from '../authors/visibility.ts'
import { limited, type OperationContext, requireSession, type Session } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { badInput, checkInput } from '../errors.ts'
import { giveOwnView } from '../house-rules/hold.ts'
import { networkOf } from '../limits/networks.ts'
import { findTarget, type Target } from './find-target.ts'

/** Of one version of a thing by one member, each after the one before was dismissed. */
const MOST_TIMES = 3

/**
 * Reports a post, comment, collection or member, which the reporter does not see until moderators find nothing wrong with
 * it. A second report of the same by the same member changes nothing until then; after it, some do for each version. It
 * hides nothing from others.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for what the caller may not read, RATE_LIMITED
 */
export async function report(context: OperationContext, args: MutationReportArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(reportSchema, args)
  const target = await findTarget(context.db, input.kind, args.id, { where: isOpenTo(session, input.kind) })
  if (target.authorId === session.accountId) throw badInput([{ field: 'id', message: moderationMessages.own }])
  const count = await limited(context, 'report', () => store(context, session, target, input))
  return { count, id: args.id }
}

function isOpenTo(session: Session, kind: ReportKind) {
  if (kind === 'author') return isSeenBy(session, sql`item.id`)
  const isReadable = isReadableBy(session, kind, 'item')
  const isOwn = sql`item.account_id = ${session.accountId}`
  return kind === 'collection' ? sql<boolean>`${isReadable} and (item.visibility <> 'private' or ${isOwn})` : isReadable
}

type Input = Readonly<{ reason: string; text: string }>

/** One that moderators have not decided about stays as it is. @throws {AppError} BAD_USER_INPUT when they have, too often */
async function requireOpen(tx: Queryable, { accountId }: Session, { kind, itemId }: Target): Promise<void> {
  const { dismissed } = await tx
    .selectFrom('reports')
    .select('dismissed')
    .where('reporter_id', '=', accountId)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  if (dismissed) throw badInput([{ field: 'id', message: moderationMessages.reportedOften }])
}

async function store(context: OperationContext, session: Session, target: Target, input: Input): Promise<number> {
  const { kind, itemId, authorId, changedAt } = target
  const isChanged = sql`coalesce(reports.handled_at < ${changedAt}, false)`
  // The same network gives the same value, and nobody can read the network from it.
  const network = context.secrets.bucketName(`report\n${networkOf(context.ip)}`)
  return context.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reports')
      .values({
        reporter_id: session.accountId,
        ...columnsOf({ kind, itemId, authorId }),
        ...input,
        network,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['reporter_id', 'kind', 'item_id'])
          .doUpdateSet({
            ...input,
            network,
            created_at: sql<Date>`now()`,
            handled_at: null,
            dismissed: false,
            taken_back: false,
            times: sql<number>`case when ${isChanged} then 1 else reports.times + 1 end`,
          })
          .where(sql<boolean>`reports.dismissed and (${isChanged} or reports.times < ${sql.lit(MOST_TIMES)})`),
      )
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) await requireOpen(tx, session, target)
    await giveOwnView(tx, session.accountId)
    return Number(numInsertedOrUpdatedRows ?? 0)
  })
}

/** The columns of `reports` that say what it is about. */
function columnsOf({ kind, itemId, authorId }: Pick<Target, 'kind' | 'itemId' | 'authorId'>) {
  const of = (wanted: ReportKind) => (kind === wanted ? itemId : null)
  return {
    kind,
    post_id: of('post'),
    comment_id: of('comment'),
    collection_id: of('collection'),
    author_id: authorId,
  }
}

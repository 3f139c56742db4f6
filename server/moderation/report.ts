import { sql } from 'kysely'
import type { CountResult, MutationReportArgs } from '#contract/schema.gen.ts'
import { moderationMessages, type ReportKind, reportSchema } from '#rules/moderation.ts'
import { isReadableBy, isSeenBy } from '../authors/visibility.ts'
import { type OperationContext, requireSession, type Session } from '../context.ts'
import { badInput, checkInput } from '../errors.ts'
import { networkOf } from '../limits/networks.ts'
import { findTarget, type Target } from './find-target.ts'

/**
 * Reports a post, comment, collection or member, which the reporter does not see any more. A second report of the same by
 * the same member changes nothing. It hides nothing from others.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for what the caller may not read, RATE_LIMITED
 */
export async function report(context: OperationContext, args: MutationReportArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(reportSchema, args)
  const target = await findTarget(context.db, input.kind, args.id, { where: isOpenTo(session, input.kind) })
  if (target.authorId === session.accountId) throw badInput([{ field: 'id', message: moderationMessages.own }])
  const caller = { accountId: session.accountId, ip: context.ip }
  const count = await context.rateLimits.count('report', caller, () => store(context, session, target, input))
  return { count, id: args.id }
}

function isOpenTo(session: Session, kind: ReportKind) {
  if (kind === 'author') return isSeenBy(session, sql`item.id`)
  const isReadable = isReadableBy(session, kind, 'item')
  const isOwn = sql`item.account_id = ${session.accountId}`
  return kind === 'collection' ? sql<boolean>`${isReadable} and (item.visibility <> 'private' or ${isOwn})` : isReadable
}

type Input = Readonly<{ reason: string; text: string }>

async function store(context: OperationContext, session: Session, target: Target, input: Input): Promise<number> {
  const { kind, itemId, authorId } = target
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
      .onConflict((conflict) => conflict.columns(['reporter_id', 'kind', 'item_id']).doNothing())
      .executeTakeFirst()
    await sql`update accounts set has_own_view = true where id = ${session.accountId} and not has_own_view`.execute(tx)
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

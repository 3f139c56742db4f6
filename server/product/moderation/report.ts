import { sql } from 'kysely'
import type { CountResult, MutationReportArgs, MutationTakeBackReportArgs, Reported } from '#contract/schema.gen.ts'
import { moderationMessages, type ReportKind, reportSchema } from '#rules/moderation.ts'
import { limited, type MemberContext, type OperationContext, type Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { shownAuthor } from '../../platform/database/shown.ts'
import { badInput, checkInput } from '../../platform/errors.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { accountsBlockedEitherWay, isPublicOrOwn } from '../authors/visibility.ts'
import { bypassSharedCacheFor } from '../enforcement/decisions.ts'
import { queueWebhookEvent } from '../webhooks/queue-event.ts'
import { findTarget, lockTarget, type Target } from './find-target.ts'

/** Most reports of one version by one member, each after the earlier report was dismissed. */
const MOST_TIMES = 3

/**
 * Reports a post, comment, collection or member, and hides it from the reporter until moderators dismiss the report. A
 * repeated report changes nothing until then; afterwards a few more count for each version.
 * @throws {AppError} BAD_USER_INPUT, NOT_FOUND for content hidden from visitors, RATE_LIMITED
 */
export async function reportItem(context: MemberContext, args: MutationReportArgs): Promise<CountResult> {
  const { session } = context
  const input = checkInput(reportSchema, args)
  const target = await findTarget(context.db, input.kind, args.id, { where: isPublic(session, input.kind) })
  if (target.authorId === session.accountId) throw badInput([{ field: 'id', message: moderationMessages.own }])
  const count = await limited(context, 'report', () => store(context, session, target, input))
  announceReport(context, input.kind)
  return { count, id: args.id }
}

/** The collections of somebody who reports a member do not count that member's hearts, for any reader. */
function announceReport({ db, session }: MemberContext, kind: ReportKind): void {
  if (kind === 'author') changesOf(db).announce([shownAuthor(session.handle)])
}

/** SQL of whether visitors can read the item, or it is the reporter's own; blocks do not prevent reports. */
function isPublic(session: Session, kind: ReportKind) {
  if (kind === 'author') return sql<boolean>`(not (item.hidden or item.is_pending) or item.id = ${session.accountId})`
  const isReadable = isPublicOrOwn(session, 'item')
  const isOwn = sql`item.account_id = ${session.accountId}`
  return kind === 'collection' ? sql<boolean>`${isReadable} and (item.visibility <> 'private' or ${isOwn})` : isReadable
}

type Input = Readonly<{ reason: string; text: string }>

/** Passes if the caller's earlier report is still open. @throws {AppError} BAD_USER_INPUT if it was dismissed too often */
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
  const { kind, id, itemId, authorId, changedAt } = target
  const isChanged = sql`coalesce(reports.handled_at < ${changedAt}, false)`
  // Keyed hash of the network, equal for one network but not reversible.
  const network = context.secrets.bucketName(`report\n${networkOf(context.ip)}`)
  return context.db.transaction().execute(async (tx) => {
    await lockTarget(tx, kind, id, session.accountId)
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
    await bypassSharedCacheFor(tx, session.accountId)
    if (numInsertedOrUpdatedRows) await queueWebhookEvent(tx, 'report', { kind, reason: input.reason })
    return Number(numInsertedOrUpdatedRows ?? 0)
  })
}

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

/** The items that the caller has reported, without hidden ones, the latest first. */
export async function getReported(context: MemberContext): Promise<Reported[]> {
  const { accountId } = context.session
  const { rows } = await sql<Omit<Reported, 'at'> & { created_at: Date }>`
    select r.kind, coalesce(l.key, case r.kind when 'author' then a.handle else r.item_id::text end) as id,
      coalesce(p.title, left(c.text, 80), l.name, a.username) as title, r.created_at
    from reports r
    join accounts a on a.id = r.author_id and not a.hidden
    left join posts p on p.id = r.post_id and not p.hidden
    left join comments c on c.id = r.comment_id and not c.hidden
    left join collections l on l.id = r.collection_id and not l.hidden and l.visibility <> 'private'
    where r.reporter_id = ${accountId} and not r.dismissed and r.author_id not in (${accountsBlockedEitherWay(accountId)})
      and (r.kind = 'author' or coalesce(p.id, c.id, l.id) is not null)
    order by r.id desc limit 100`.execute(context.db)
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }))
}

/**
 * Shows the item to the caller again. The report is kept, so that they cannot report one version endlessly.
 * @throws {AppError} NOT_FOUND for items that the caller has not reported, RATE_LIMITED
 */
export async function takeBackReport(context: MemberContext, args: MutationTakeBackReportArgs): Promise<CountResult> {
  const { accountId } = context.session
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
  announceReport(context, args.kind)
  return { count, id: args.id }
}

import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationModerateArgs } from '#contract/schema.gen.ts'
import { type ModerateInput, moderateSchema, moderationMessages, type ReportKind } from '#rules/moderation.ts'
import { isHandle } from '#rules/validate.ts'
import type { MemberContext, OperationContext, Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput, checkInput } from '../../platform/errors.ts'
import { addToModerationRecord, bypassSharedCacheFor } from '../enforcement/decisions.ts'
import { PERMANENT_SUSPENSION_END } from '../enforcement/require-writer.ts'
import { notifyOfDecision, queueNewPostEvents } from '../notifications/notify.ts'
import { findTarget, itemVersion, removeTarget, setMemberHidden, setTargetHidden, type Target } from './find-target.ts'
import { requireModerationRight } from './policy.ts'

/**
 * Decides about a post, comment, collection or member. Of two equal simultaneous decisions one counts; the other gets
 * `count` 0, without notification and record.
 * @throws {AppError} FORBIDDEN about admins and oneself, NOT_FOUND, BAD_USER_INPUT
 */
export async function moderate(context: MemberContext, args: MutationModerateArgs): Promise<CountResult> {
  const { session } = context
  const input = checkInput(moderateSchema, args)
  const changed = await context.db.transaction().execute(async (tx) => {
    if (input.action === 'suspend' || input.action === 'lift') await lockPosts(tx, args.id)
    const target = await findTarget(tx, input.kind, args.id, { lock: true, where: isKnownToModerators(input.kind) })
    const about = { accountId: target.authorId, role: target.role }
    if (input.action !== 'note') requireModerationRight(session, 'decide', about)
    if (input.action === 'dismiss' || input.action === 'restore') requireVersion(target, args.version)
    const done = await actions[input.action](tx, { context, session, target, input })
    if (!done) return null
    const { kind, itemId, authorId } = target
    const entry = { actorId: session.accountId, action: input.action, aboutId: authorId, kind, itemId }
    await addToModerationRecord(tx, { ...entry, reason: [input.reason, input.note].filter(Boolean).join(' · ') })
    return target
  })
  // Any list, count or page may show the target.
  if (changed) changesOf(context.db).announce(null)
  return { count: changed ? 1 : 0, id: args.id }
}

/** A private collection exists for moderators only if it was reported or decided about, such as before it became private. */
function isKnownToModerators(kind: ReportKind): RawBuilder<boolean> {
  if (kind !== 'collection') return sql`true`
  return sql`(item.visibility <> 'private'
    or exists (select from reports r where r.kind = 'collection' and r.item_id = item.id)
    or exists (select from decisions d where d.kind = 'collection' and d.item_id = item.id))`
}

/** Refuses to release an item that was changed since the moderator read it. @throws {AppError} BAD_USER_INPUT */
function requireVersion({ changedAt }: Target, read: string | null | undefined): void {
  if (typeof read === 'string' && read !== itemVersion(changedAt)) {
    throw badInput([{ field: 'version', message: moderationMessages.changed }])
  }
}

/** Locks a member's posts before the account, as a withdrawal does. */
async function lockPosts(tx: Queryable, handle: string): Promise<void> {
  if (!isHandle(handle)) return
  await sql`select p.id from posts p join accounts a on a.id = p.account_id where a.handle = ${handle}
    order by p.id for update of p`.execute(tx)
}

type Case = Readonly<{ context: OperationContext; session: Session; target: Target; input: ModerateInput }>

const actions: Record<ModerateInput['action'], (tx: Queryable, given: Case) => Promise<boolean>> = {
  note: async () => true,
  dismiss: (tx, { target }) => dismissReports(tx, target),
  reopen: async (tx, { target }) => {
    const { rows } = await sql`update reports set handled_at = null, dismissed = false
      where kind = ${target.kind} and item_id = ${target.itemId} and handled_at is not null and not taken_back returning id`.execute(
      tx,
    )
    return rows.length > 0
  },
  hide: async (tx, { target, input }) => {
    if (target.kind === 'author') throw badInput([{ field: 'action', message: moderationMessages.hideAuthor }])
    // A suspension may hide the target already, and would show it again at its end.
    const isNew = !(await isDecided(tx, target, 'hide'))
    await undo(tx, target, ['hold'])
    await setTargetHidden(tx, target, true)
    const closed = await closeReports(tx, target)
    if (isNew) await decide(tx, target, { action: 'hide', reason: input.reason, until: null })
    return isNew || closed
  },
  restore: async (tx, { context, target }) => {
    const changed = await setTargetHidden(tx, target, false)
    const wasHeld = await undo(tx, target, ['hold'])
    await undo(tx, target, ['hide'])
    const closed = await dismissReports(tx, target)
    const { kind, itemId: postId, authorId } = target
    if (changed && wasHeld && kind === 'post') await queueNewPostEvents(tx, context.secrets, { postId, authorId })
    if (changed) await notifyOfDecision(tx, target.authorId)
    return changed || closed
  },
  remove: async (tx, { target, input }) => {
    if (target.kind === 'author') throw badInput([{ field: 'action', message: moderationMessages.removeAuthor }])
    await undo(tx, target, ['hide', 'hold'])
    // Removed before the author is notified, in the order of 'hide': two moderators may decide about one author at
    // once.
    await removeTarget(tx, target)
    await decide(tx, target, { action: 'remove', reason: input.reason, until: null })
    return true
  },
  suspend: async (tx, { target, input }) => {
    requireAuthor(target)
    const until = input.until ?? PERMANENT_SUSPENSION_END
    await sql`update accounts set suspended_until = ${until}, role = 'member' where id = ${target.authorId}`.execute(tx)
    if (input.everything) await setMemberHidden(tx, target.authorId, true)
    await undo(tx, target, ['suspend'])
    await closeReports(tx, target)
    await decide(tx, target, { action: 'suspend', reason: input.reason, until })
    return true
  },
  lift: async (tx, { target }) => {
    requireAuthor(target)
    const { rows } = await sql`update accounts set suspended_until = null
      where id = ${target.authorId} and suspended_until is not null returning id`.execute(tx)
    if (target.hidden) await setMemberHidden(tx, target.authorId, false)
    await undo(tx, target, ['suspend'])
    if (rows.length > 0) await notifyOfDecision(tx, target.authorId)
    return rows.length > 0
  },
  approve: async (tx, { target }) => {
    requireAuthor(target)
    const { rows } = await sql`update accounts set is_pending = false
      where id = ${target.authorId} and is_pending returning id`.execute(tx)
    return rows.length > 0
  },
  read: async (tx, { target }) => {
    const { rows } = await sql`update decisions set answer_read_at = now() where kind = ${target.kind}
      and item_id = ${target.itemId} and answered_at is not null and answer_read_at is null returning id`.execute(tx)
    return rows.length > 0
  },
}

function requireAuthor({ kind }: Target): void {
  if (kind !== 'author') throw new AppError('BAD_USER_INPUT')
}

async function closeReports(tx: Queryable, { kind, itemId }: Target): Promise<boolean> {
  const { rows } = await sql`update reports set handled_at = now()
    where kind = ${kind} and item_id = ${itemId} and handled_at is null returning id`.execute(tx)
  return rows.length > 0
}

async function dismissReports(tx: Queryable, target: Target): Promise<boolean> {
  const closed = await closeReports(tx, target)
  await sql`update reports set dismissed = true where kind = ${target.kind} and item_id = ${target.itemId}`.execute(tx)
  return closed
}

async function undo(tx: Queryable, { kind, itemId }: Target, undone: readonly string[]): Promise<boolean> {
  const { rows } = await sql`update decisions set undone_at = now(), answer_read_at = coalesce(answer_read_at, now())
    where kind = ${kind} and item_id = ${itemId} and action = any(${undone}::text[]) and undone_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

type Decision = Readonly<{ action: 'hide' | 'remove' | 'suspend'; reason: string; until: Date | null }>

async function isDecided(tx: Queryable, { kind, itemId }: Target, action: Decision['action']): Promise<boolean> {
  const { rows } = await sql`select from decisions
    where kind = ${kind} and item_id = ${itemId} and action = ${action} and undone_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Stores the decision and notifies the author. @throws {AppError} BAD_USER_INPUT for a private collection */
async function decide(tx: Queryable, { kind, itemId, authorId, title }: Target, decision: Decision): Promise<void> {
  if (title === null) throw badInput([{ field: 'id', message: moderationMessages.private }])
  await tx
    .insertInto('decisions')
    .values({ account_id: authorId, kind, item_id: itemId, title, ...decision })
    .execute()
  await bypassSharedCacheFor(tx, authorId)
  await notifyOfDecision(tx, authorId)
}

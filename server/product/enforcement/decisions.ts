import { sql } from 'kysely'
import type { CountResult, Decision, MutationAnswerDecisionArgs } from '#contract/schema.gen.ts'
import { decisionAnswerSchema, moderationMessages } from '#rules/moderation.ts'
import { normalForm } from '#rules/normal-form.ts'
import { hasModeratorRights, limited, type MemberContext, type OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput, checkInput, requireId } from '../../platform/errors.ts'
import { requireModerationRight } from '../moderation/policy.ts'
import { PERMANENT_SUSPENSION_END } from './require-writer.ts'

const SHOWN = 50

/** The latest decisions of moderators about the caller and what they wrote. */
export async function getDecisions(context: MemberContext): Promise<Decision[]> {
  const { accountId } = context.session
  const rows = await context.db
    .selectFrom('decisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    item: row.kind === 'post' ? String(row.item_id) : null,
    action: row.action,
    title: row.title,
    reason: row.reason,
    until: row.until && row.until < PERMANENT_SUSPENSION_END ? row.until.toISOString() : null,
    at: row.created_at.toISOString(),
    undone: row.undone_at !== null,
    answer: row.answer,
    answerable: row.answer === null && row.undone_at === null && row.action !== 'hold',
  }))
}

/**
 * Stores what the caller says to a decision about them, once.
 * @throws {AppError} NOT_FOUND for another's, BAD_USER_INPUT, RATE_LIMITED
 */
export async function answerDecision(context: MemberContext, args: MutationAnswerDecisionArgs): Promise<CountResult> {
  const { accountId } = context.session
  const id = requireId(args.id)
  const { text } = checkInput(decisionAnswerSchema, args)
  const answer = () =>
    context.db
      .updateTable('decisions')
      .set({ answer: text, answered_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('answer', 'is', null)
      .where('undone_at', 'is', null)
      .where('action', '<>', 'hold')
      .executeTakeFirst()
  const { numUpdatedRows } = await limited(context, 'change', answer)
  if (numUpdatedRows === 0n) await refuse(context, id, accountId)
  return { count: 1, id: args.id }
}

async function refuse({ db }: OperationContext, id: number, accountId: number): Promise<never> {
  const own = db.selectFrom('decisions').select('id').where('id', '=', id).where('account_id', '=', accountId)
  if (!(await own.executeTakeFirst())) throw new AppError('NOT_FOUND')
  throw badInput([{ field: 'text', message: moderationMessages.answered }])
}

export type WrittenItem = Readonly<{ kind: 'post' | 'comment' | 'collection'; id: string }>

/** Loads why items are hidden, for readers who are their author or a moderator; null for others and for items that are shown. */
export async function loadHidingReasons(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  items: readonly WrittenItem[],
): Promise<(string | null)[]> {
  if (!session?.bypassesSharedCache) return items.map(() => null)
  const isTold = hasModeratorRights(session) ? sql`true` : sql`account_id = ${session.accountId}`
  const { rows } = await sql<{ reason: string | null }>`
    select (
      select reason from decisions d
      where d.kind = i.kind and d.item_id = case i.kind
          when 'collection' then (select id from collections where key = i.id) else i.id::bigint end
        and ${isTold} and action in ('hide', 'hold') and undone_at is null
      order by d.id desc limit 1
    ) as reason
    from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::text[])
      with ordinality as i (kind, id, place) order by place`.execute(db)
  return rows.map(({ reason }) => reason)
}

/** Loads the reports by an account and the decisions about it, for its export. */
export async function loadModerationOf(db: Queryable, accountId: number) {
  const reports = await db
    .selectFrom('reports')
    .select(['kind', 'reason', 'text', 'created_at as at'])
    .where('reporter_id', '=', accountId)
    .orderBy('id')
    .execute()
  const decisions = await db
    .selectFrom('decisions')
    .select(['kind', 'action', 'title', 'reason', 'until', 'created_at as at', 'undone_at as undoneAt', 'answer'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return { reports, decisions }
}

export type ModerationEntry = Readonly<{
  actorId: number | null
  action: string
  aboutId?: number | null
  kind?: string | null
  itemId?: number | null
  reason?: string
}>

/** Adds a row to the append-only record; call it in the transaction of the recorded action. */
export async function addToModerationRecord(
  tx: Queryable,
  { actorId, action, aboutId, kind, itemId, reason }: ModerationEntry,
): Promise<void> {
  await tx
    .insertInto('moderation_record')
    .values({
      actor_id: actorId,
      action,
      about_id: aboutId ?? null,
      kind: kind ?? null,
      item_id: itemId ?? null,
      reason: reason ?? '',
    })
    .execute()
}

/**
 * Ends an item that only admins make, such as an invitation, and records that. `end` returns the reason for the record, or
 * undefined if the item has ended already, for a count of 0. @throws {AppError} FORBIDDEN for moderators
 */
export async function endAndRecord(
  { session, db }: MemberContext,
  id: string,
  action: string,
  end: (tx: Queryable, id: number) => Promise<string | undefined>,
): Promise<CountResult> {
  requireModerationRight(session, 'open')
  const number = requireId(id)
  const count = await db.transaction().execute(async (tx) => {
    const reason = await end(tx, number)
    if (reason === undefined) return 0
    await addToModerationRecord(tx, { actorId: session.accountId, action, reason })
    return 1
  })
  return { count, id }
}

/** Removes marks from letters ('나\u0323'), and replaces other widths and styles ('ａ', '𝐚') by plain letters. */
export const unmarkedForm = (text: string) => normalForm(text.normalize('NFKD').replace(/\p{M}/gu, ''))

/** Whether a text has one of the words that moderators hold for review, also with signs between its letters. */
export async function hasHeldWord(db: Queryable, texts: readonly (string | null)[]): Promise<boolean> {
  const rows = await db.selectFrom('moderation_rules').select('value').where('kind', '=', 'word').execute()
  if (rows.length === 0) return false
  const words = rows.map(({ value }) => unmarkedForm(value)).filter((word) => word !== '')
  const forms = texts.map((text) => unmarkedForm(text ?? ''))
  const text = forms.flatMap((form) => [form, form.replace(/[^\p{L}\p{N}]/gu, '')]).join('\n')
  return words.some((word) => text.includes(word))
}

/**
 * Refuses words that are held for review in texts that are shown with all that a member writes, and so cannot be held.
 * @param texts by field
 * @throws {AppError} BAD_USER_INPUT
 */
export async function requireNoHeldWord(db: Queryable, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    if (await hasHeldWord(db, [text])) throw badInput([{ field, message: moderationMessages.heldWord }])
  }
}

type Held = Readonly<{ kind: 'post' | 'comment' | 'collection'; itemId: number; authorId: number; title: string }>

/** Puts an item, which the caller hides, among the reports, and stores the decision that its author sees. */
export async function recordHeldItem(tx: Queryable, { kind, itemId, authorId, title }: Held): Promise<void> {
  const about = { kind, [`${kind}_id`]: itemId, author_id: authorId, reason: 'word' }
  await tx.insertInto('reports').values(about).execute()
  const reason = moderationMessages.held
  const decision = { account_id: authorId, kind, item_id: itemId, action: 'hold' as const, title, reason }
  await tx.insertInto('decisions').values(decision).execute()
  await bypassSharedCacheFor(tx, authorId)
  await addToModerationRecord(tx, { actorId: null, action: 'hold', aboutId: authorId, kind, itemId, reason: '' })
}

/** The member sees more or less than others from now on, so shared responses no longer fit (docs/readers.md). */
export async function bypassSharedCacheFor(tx: Queryable, accountId: number): Promise<void> {
  await sql`update accounts set has_own_view = true where id = ${accountId} and not has_own_view`.execute(tx)
}

/**
 * Locks reports by and about a member in order of id before a withdrawal deletes them, which avoids deadlocks with
 * other withdrawals.
 */
export async function lockReportsOf(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from reports where reporter_id = ${accountId} or author_id = ${accountId} order by id for update`.execute(
    tx,
  )
}

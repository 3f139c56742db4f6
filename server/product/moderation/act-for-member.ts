import { sql } from 'kysely'
import type {
  CountResult,
  ErasureResult,
  MemberExport,
  MutationCorrectEmailArgs,
  MutationDropErasureArgs,
  MutationEndMemberSessionsArgs,
  MutationEraseMemberArgs,
  MutationExportMemberArgs,
} from '#contract/schema.gen.ts'
import { ERASURE_CONFIRMATION_DAYS, memberCareMessages } from '#rules/member-care.ts'
import { memberCareSchema, memberEmailChangeSchema } from '#rules/member-care-input.ts'
import { sitePaths } from '#rules/paths.ts'
import type { MemberContext } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { eraseAccountUnlessAdmin } from '../accounts/account-data.ts'
import { correctEmail as correct } from '../accounts/correct-email.ts'
import { endBegunLogins } from '../accounts/find-account.ts'
import { addToModerationRecord } from '../enforcement/decisions.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'
import { confirmAdmin, findTargetMember, lockTargetMember } from './confirm-admin.ts'
import { memberExportToken } from './export-member.ts'
import { requireModerationRight } from './policy.ts'

// Actions of an admin for a member who asked and cannot do them: after a proof that the admin is there, and recorded with a reason.

type Entry = Readonly<{ action: string; aboutId: number; reason: string }>

const recordCare = (tx: Queryable, { session }: MemberContext, { action, aboutId, reason }: Entry) =>
  addToModerationRecord(tx, { actorId: session.accountId, action, aboutId, kind: 'author', itemId: aboutId, reason })

/**
 * Corrects a member's address, and mails both addresses.
 * @throws {AppError} as `confirmAdmin`, BAD_USER_INPUT, CONFLICT for a taken address
 */
export async function correctEmail(context: MemberContext, args: MutationCorrectEmailArgs): Promise<CountResult> {
  const { email, reason } = checkInput(memberEmailChangeSchema, args)
  const named = { ...context, config: await loadConfigWithSiteName(context) }
  await confirmAdmin(context, 'care', args, async ({ accountId }) => {
    await context.db
      .transaction()
      .execute(async (tx) => {
        await lockTargetMember(tx, context.session, 'care', accountId)
        await correct(tx, named, { accountId, email })
        await recordCare(tx, context, { action: 'correct email', aboutId: accountId, reason })
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? taken() : error
      })
  })
  return { count: 1, id: args.handle }
}

function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'CONFLICT'
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email_key_key'
}

function taken(): AppError {
  const message = memberCareMessages.taken
  return new AppError('CONFLICT', { message, fields: [{ field: 'email', message }] })
}

/**
 * Ends all sessions of a member, and logins that wait for a code or a link; the count says how many sessions.
 * @throws {AppError} as `confirmAdmin`
 */
export async function endMemberSessions(
  context: MemberContext,
  args: MutationEndMemberSessionsArgs,
): Promise<CountResult> {
  const { reason } = checkInput(memberCareSchema, args)
  const count = await confirmAdmin(context, 'care', args, ({ accountId }) =>
    context.db.transaction().execute(async (tx) => {
      await lockTargetMember(tx, context.session, 'care', accountId)
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('account_id', '=', accountId).executeTakeFirst()
      await endBegunLogins(tx, accountId)
      await recordCare(tx, context, { action: 'end sessions', aboutId: accountId, reason })
      return Number(numDeletedRows)
    }),
  )
  return { count, id: args.handle }
}

/**
 * Returns a URL of a member's data for this session, for five minutes. That is recorded before anything can be read.
 * @throws {AppError} as `confirmAdmin`
 */
export async function exportMember(context: MemberContext, args: MutationExportMemberArgs): Promise<MemberExport> {
  const { reason } = checkInput(memberCareSchema, args)
  return confirmAdmin(context, 'care', args, async ({ accountId }) => {
    await context.db.transaction().execute(async (tx) => {
      await lockTargetMember(tx, context.session, 'care', accountId)
      await recordCare(tx, context, { action: 'export', aboutId: accountId, reason })
    })
    return { url: `${sitePaths.memberExport}?token=${memberExportToken(context, accountId)}` }
  })
}

/**
 * Erases a member's account. If there is another admin, the first call only asks for it, and a call of another admin erases.
 * @throws {AppError} as `confirmAdmin`
 */
export async function eraseMember(context: MemberContext, args: MutationEraseMemberArgs): Promise<ErasureResult> {
  const { reason } = checkInput(memberCareSchema, args)
  const { session, db } = context
  const erased = await confirmAdmin(context, 'care', args, async ({ accountId }) => {
    const isAgreed = await db.transaction().execute((tx) => ask(tx, context, { accountId, reason }))
    if (!isAgreed) return false
    return db.transaction().execute(async (tx) => {
      const done = await eraseAccountUnlessAdmin(
        tx,
        context,
        accountId,
        sql<boolean>`exists (${agreedErasure(accountId, session.accountId)})`,
      )
      if (done) await recordCare(tx, context, { action: 'erase', aboutId: accountId, reason })
      return done
    })
  })
  if (erased) changesOf(db).announce(null)
  return { erased, waits: !erased }
}

/** SQL of whether an asked erasure still counts: for a week, while the admin who asked is one and is not suspended. */
export const isErasurePending = sql<boolean>`(asked_at > now() - make_interval(days => ${sql.lit(ERASURE_CONFIRMATION_DAYS)})
  and exists (select from accounts asker where asker.id = asked_by and ${isActingAdmin('asker')}))`

function isActingAdmin(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('role')} = 'admin' and coalesce(${column('suspended_until')} <= now(), true))`
}

/** Asks for the erasure, unless that was done. Returns whether it is agreed on: another admin has asked, or there is no other. */
async function ask(
  tx: Queryable,
  context: MemberContext,
  { accountId, reason }: Readonly<{ accountId: number; reason: string }>,
): Promise<boolean> {
  const { accountId: adminId } = context.session
  await lockTargetMember(tx, context.session, 'care', accountId)
  await sql`delete from asked_erasures where account_id = ${accountId} and not ${isErasurePending}`.execute(tx)
  const { rows: added } = await sql`insert into asked_erasures (account_id, asked_by, reason)
    values (${accountId}, ${adminId}, ${reason}) on conflict do nothing returning account_id`.execute(tx)
  if (added.length > 0) await recordCare(tx, context, { action: 'ask erasure', aboutId: accountId, reason })
  const { rows } = await agreedErasure(accountId, adminId).execute(tx)
  return rows.length > 0
}

function agreedErasure(accountId: number, adminId: number) {
  return sql`select from asked_erasures where account_id = ${accountId} and ${isErasurePending} and (asked_by <> ${adminId}
    or not exists (select from accounts other where other.id <> ${adminId} and ${isActingAdmin('other')}))`
}

/** Takes back a deletion of an account that waits for a second admin; any admin may. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function dropErasure(context: MemberContext, args: MutationDropErasureArgs): Promise<CountResult> {
  const { accountId, role } = await findTargetMember(context.db, args.handle)
  requireModerationRight(context.session, 'care', { accountId, role })
  const count = await context.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('asked_erasures')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await recordCare(tx, context, { action: 'drop erasure', aboutId: accountId, reason: '' })
    return Number(numDeletedRows)
  })
  return { count, id: args.handle }
}

/** Deletes asked erasures that no longer count. */
export async function purgeExpiredErasures(db: Queryable): Promise<void> {
  await sql`delete from asked_erasures where not ${isErasurePending}`.execute(db)
}

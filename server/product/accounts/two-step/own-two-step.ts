import { sql } from 'kysely'
import type {
  CountResult,
  MutationEndTwoStepArgs,
  MutationRenewRecoveryCodesArgs,
  TwoStep,
} from '#contract/schema.gen.ts'
import { twoStepMessages } from '#rules/two-step.ts'
import type { MemberContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { queueNotice } from '../mails/notices.ts'
import { confirmChange, currentPasswordHash } from '../passkeys/confirm-owner.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './codes.ts'

export async function getTwoStep({ db, config, session }: MemberContext): Promise<TwoStep> {
  const own = await loadTwoStepOf(db, session.accountId)
  const { rows } = await sql<{
    at: Date
  }>`select coalesce(role_since, created_at) + make_interval(days => ${config.staffGraceDays}) as at
    from accounts a where id = ${session.accountId} and role <> 'member'
      and not exists (select from two_steps where account_id = a.id)
      and not exists (select from passkeys where account_id = a.id)`.execute(db)
  return {
    since: own?.since.toISOString() ?? null,
    codesLeft: own?.codesLeft ?? 0,
    neededFrom: rows[0]?.at.toISOString() ?? null,
  }
}

/** Also for the export of an account, so without keys and codes. */
export async function loadTwoStepOf(
  db: Queryable,
  accountId: number,
): Promise<{ since: Date; codesLeft: number } | null> {
  const row = await db
    .selectFrom('two_steps')
    .select(({ selectFrom, fn }) => [
      'created_at as since',
      selectFrom('recovery_codes')
        .select(fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.account_id', '=', 'two_steps.account_id')
        .as('codesLeft'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { since: row.since, codesLeft: Number(row.codesLeft) } : null
}

/** @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE */
export async function renewRecoveryCodes(
  context: MemberContext,
  args: MutationRenewRecoveryCodesArgs,
): Promise<string[]> {
  const { session } = context
  return confirmChange(context, args, () =>
    context.db.transaction().execute(async (tx) => {
      await currentPasswordHash(tx, session, 'lock')
      if (!(await loadTwoStepOf(tx, session.accountId))) {
        throw new AppError('BAD_USER_INPUT', { message: twoStepMessages.isOff })
      }
      await queueNotice(tx, context, session.accountId, ['recovery codes renewed'])
      return replaceRecoveryCodes(tx, session.accountId)
    }),
  )
}

/** Returns the codes, of which only hashes are kept. Lock the account before. */
export async function replaceRecoveryCodes(tx: Queryable, accountId: number): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashRecoveryCode(code) })))
    .execute()
  return codes
}

/** @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE */
export async function endTwoStep(context: MemberContext, args: MutationEndTwoStepArgs): Promise<CountResult> {
  const { session } = context
  const count = await confirmChange(context, args, () =>
    context.db.transaction().execute(async (tx) => {
      await currentPasswordHash(tx, session, 'lock')
      const { numDeletedRows } = await tx
        .deleteFrom('two_steps')
        .where('account_id', '=', session.accountId)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await queueNotice(tx, context, session.accountId, ['two-step off'])
      return Number(numDeletedRows)
    }),
  )
  return { count, id: null }
}

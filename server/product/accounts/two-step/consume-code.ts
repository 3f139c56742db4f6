import { sql } from 'kysely'
import { hasRecoveryCodeForm, twoStepMessages } from '#rules/two-step.ts'
import type { Session } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hashRecoveryCode, timeStepOf } from './codes.ts'

export async function hasTwoStep(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('two_steps')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up a recovery code, or a code of the app with all those of earlier time steps. Null for a code that is wrong or used,
 * and if two-step sign-in is off.
 */
export async function consumeCode(
  tx: Queryable,
  secrets: Secrets,
  accountId: number,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (hasRecoveryCodeForm(code)) return (await consumeRecoveryCode(tx, accountId, code)) ? 'recovery' : null
  const row = await tx
    .selectFrom('two_steps')
    .select('secret_sealed')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const step = row ? timeStepOf(secrets.open(row.secret_sealed, 'two-step key'), code, Date.now()) : null
  if (step === null) return null
  const { numUpdatedRows } = await tx
    .updateTable('two_steps')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'app' : null
}

async function consumeRecoveryCode(tx: Queryable, accountId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function wrongCodeError(): AppError {
  const message = twoStepMessages.codeWrong
  return new AppError('BAD_CREDENTIALS', { message, fields: [{ field: 'code', message }] })
}

/**
 * Refuses to change how the owner signs in from a session that the password alone opened, if the account has two-step sign-in
 * or is a moderator's with a passkey: a thief of the password would get past the second step.
 * @throws {AppError} FORBIDDEN unless the session was opened with a code or a passkey, or a passkey is the `proof`
 */
export async function requireStrongSession(
  db: Queryable,
  session: Session,
  { proof }: { proof?: string | null },
): Promise<void> {
  if (proof) return
  const { rows } = await sql`select from sessions s join accounts a on a.id = s.account_id
    where s.id = ${session.id} and not s.two_step and not s.by_passkey
      and (exists (select from two_steps where account_id = a.id)
        or a.role <> 'member' and exists (select from passkeys where account_id = a.id))`.execute(db)
  if (rows.length > 0) throw new AppError('FORBIDDEN', { message: twoStepMessages.weakSession })
}

import { sql } from 'kysely'
import type { CountResult, MutationChangePwArgs } from '#contract/schema.gen.ts'
import { accountMessages, changePasswordSchema, newPasswordSchema, recoveryLimits } from '#rules/account.ts'
import { serverFailures } from '#rules/errors.ts'
import { limited, type MemberContext, type OperationContext, requireOwn, type Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { bucketOf, clearAttempts, countAttempt, requireAttemptsLeft } from '../../platform/limits/attempts.ts'
import { issueDevice, memberGroup } from './known-device.ts'
import { queueNotice } from './notices.ts'
import { openSession } from './sessions.ts'

/**
 * Changes the password; all sessions and tickets end. Right after a login with a temporary password, `password` may be
 * left out.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE
 */
export async function changePw(context: MemberContext, args: MutationChangePwArgs): Promise<CountResult> {
  const session = requireOwn(context.session, args.jwt)
  const input = session.restricted && !args.password ? checkNewPassword(args) : checkInput(changePasswordSchema, args)
  context.passwords.requireRoom(memberGroup(context.ip, session.accountId))
  await limited(context, 'change', () => change(context, session, input))
  return { count: 1, id: null }
}

type Input = { password: string | null; newPassword: string }

function checkNewPassword(args: MutationChangePwArgs): Input {
  return { password: null, ...checkInput(newPasswordSchema, args) }
}

async function change(context: OperationContext, session: Session, input: Input): Promise<void> {
  if (input.password === null) await requireRecentLogin(context.db, session)
  const currentHash = await currentPasswordHash(context.db, session)
  const newHash = await replacePassword(context, session, currentHash, input)
  const token = await context.db.transaction().execute(async (tx) => {
    if ((await currentPasswordHash(tx, session, 'lock')) !== currentHash) throw wrongPassword()
    await tx.updateTable('accounts').set({ password_hash: newHash }).where('id', '=', session.accountId).execute()
    await endEverySession(tx, session)
    await tx.deleteFrom('recovery_tickets').where('account_id', '=', session.accountId).execute()
    await queueNotice(tx, context, session.accountId, ['password'])
    const { accountId, persistent } = session
    return openSession(tx, { accountId, persistent, userAgent: context.userAgent })
  })
  context.cookies.setSession(token, session.persistent)
  context.cookies.setKnownDevice(issueDevice(context.secrets, { id: session.accountId, password_hash: newHash }))
  context.cookies.clearRecoveryTicket()
}

/** The attempt is counted before the comparison; otherwise parallel attempts could pass together. */
async function replacePassword(
  context: OperationContext,
  session: Session,
  currentHash: string | null,
  input: Input,
): Promise<string> {
  const tries = [bucketOf(context.secrets, context.config.limits.login, 'change password', String(session.accountId))]
  await requireAttemptsLeft(context.db, tries)
  return context.passwords.inTurn(memberGroup(context.ip, session.accountId), async (work) => {
    const check = async () => {
      if (input.password !== null && !(await work.verify(currentHash, input.password))) throw wrongPassword()
    }
    await countAttempt(context.db, tries, check)
    await clearAttempts(context.db, tries)
    return work.hash(input.newPassword)
  })
}

async function currentPasswordHash(db: Queryable, session: Session, lock?: 'lock'): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.restricted', 'sessions.temporary_hash', 'accounts.password_hash'])
    .where('sessions.id', '=', session.id)
    .$if(lock !== undefined, (query) => query.forUpdate('accounts'))
    .executeTakeFirst()
  if (!row) throw new AppError('UNAUTHENTICATED')
  return row.restricted ? row.temporary_hash : row.password_hash
}

/**
 * Without a recent login a stolen session could set a password.
 * @throws {AppError} BAD_USER_INPUT asking for the password
 */
async function requireRecentLogin(db: Queryable, { id }: Session): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select(sql<boolean>`created_at > now() - make_interval(mins => ${recoveryLimits.minutes})`.as('isRecent'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!session) throw new AppError('UNAUTHENTICATED')
  if (session.isRecent) return
  const message = accountMessages.currentPasswordEmpty
  throw new AppError('BAD_USER_INPUT', { message, fields: [{ field: 'password', message }] })
}

/** @throws {AppError} UNAUTHENTICATED when the caller's session has ended already */
async function endEverySession(tx: Queryable, session: Session): Promise<void> {
  const ended = await tx.deleteFrom('sessions').where('account_id', '=', session.accountId).returning('id').execute()
  if (!ended.some(({ id }) => id === session.id)) throw new AppError('UNAUTHENTICATED')
}

function wrongPassword(): AppError {
  const message = serverFailures.wrongCurrentPassword
  return new AppError('BAD_CREDENTIALS', { message, fields: [{ field: 'password', message }] })
}

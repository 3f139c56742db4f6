import { sql } from 'kysely'
import type { CountResult, MutationChangePwArgs } from '#contract/schema.gen.ts'
import { changePasswordSchema, newPasswordSchema, recoveryLimits } from '#rules/account.ts'
import { limited, type MemberContext, requireOwnHandle, type Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { issueDeviceToken, memberGroup } from './known-device.ts'
import { queueNotice } from './mails/notices.ts'
import {
  confirmOwner,
  currentPasswordHash,
  notOwnerError,
  type OwnerProof,
  passwordNeededError,
} from './passkeys/confirm-owner.ts'
import { loadPasskeysOf } from './passkeys/own-passkeys.ts'
import { loadLinkedLoginsOf } from './providers/linked-logins.ts'
import { openSession } from './sessions/sessions.ts'

/**
 * Changes the password, ends all sessions and temporary passwords, and opens a new session for the caller. Right after a
 * login with a temporary password, `password` may be left out.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE
 */
export async function changePw(context: MemberContext, args: MutationChangePwArgs): Promise<CountResult> {
  const session = requireOwnHandle(context.session, args.jwt)
  const input = checkArguments(session, args)
  context.passwords.requireRoom(memberGroup(context.ip, session.accountId))
  await limited(context, 'change', () => change(context, session, input))
  return { count: 1, id: null }
}

type Input = { given: OwnerProof | null; newPassword: string }

function checkArguments(session: Session, args: MutationChangePwArgs): Input {
  const { proof } = args
  if (proof) return { given: { proof }, ...checkInput(newPasswordSchema, args) }
  if (session.restricted && !args.password) return { given: null, ...checkInput(newPasswordSchema, args) }
  const { password, newPassword } = checkInput(changePasswordSchema, args)
  return { given: { password }, newPassword }
}

async function change(context: MemberContext, session: Session, input: Input): Promise<void> {
  if (input.given === null) await requireRecentLogin(context.db, session)
  const currentHash = await currentPasswordHash(context.db, session)
  const newHash = await confirmOwner(context, currentHash, input.given, (work) => work.hash(input.newPassword))
  const token = await context.db.transaction().execute(async (tx) => {
    if ((await currentPasswordHash(tx, session, 'lock')) !== currentHash) throw notOwnerError('password')
    await tx.updateTable('accounts').set({ password_hash: newHash }).where('id', '=', session.accountId).execute()
    const ended = await endEverySession(tx, session)
    await tx.deleteFrom('recovery_tickets').where('account_id', '=', session.accountId).execute()
    const keepsPasskeys = (await loadPasskeysOf(tx, session.accountId)).length > 0
    const keepsLogins = (await loadLinkedLoginsOf(tx, session.accountId)).length > 0
    await queueNotice(tx, context, session.accountId, [
      'password',
      ...(keepsPasskeys ? ['passkeys kept' as const] : []),
      ...(keepsLogins ? ['logins kept' as const] : []),
    ])
    const { accountId, persistent } = session
    return openSession(tx, {
      accountId,
      persistent,
      userAgent: context.userAgent,
      byPasskey: ended.by_passkey,
      twoStep: ended.two_step,
      way: ended.way,
    })
  })
  context.cookies.setSession(token, session.persistent)
  context.cookies.setKnownDevice(issueDeviceToken(context.secrets, { id: session.accountId, password_hash: newHash }))
  context.cookies.clearRecoveryTicket()
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
  throw passwordNeededError()
}

/**
 * Ends the account's sessions, and returns how the caller's own was opened.
 * @throws {AppError} UNAUTHENTICATED when it has ended already
 */
async function endEverySession(tx: Queryable, session: Session) {
  const ended = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', session.accountId)
    .returning(['id', 'by_passkey', 'two_step', 'way'])
    .execute()
  const own = ended.find(({ id }) => id === session.id)
  if (!own) throw new AppError('UNAUTHENTICATED')
  return own
}

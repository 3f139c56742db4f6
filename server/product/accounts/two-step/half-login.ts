import { twoStepLimits, twoStepMessages } from '#rules/two-step.ts'
import { parseId } from '#rules/validate.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type Account, findAccountById } from '../find-account.ts'
import type { FirstStepProof } from '../open-proven-session.ts'
import { findLinkedLoginById } from '../providers/linked-logins.ts'
import { findTicket } from '../recovery/recovery-tickets.ts'
import { hasTwoStep } from './consume-code.ts'

// A half login has passed the first step (the password, or a login at a provider) and needs a code. It is a signed cookie of
// that browser and not stored, so asking for many takes no room.

/**
 * Returns false for an account without two-step sign-in; otherwise sets the cookie of a half login and refuses.
 * @throws {AppError} BAD_CREDENTIALS about a field `code`
 */
export async function refuseUntilSecondStep(
  tx: Queryable,
  context: OperationContext,
  proof: FirstStepProof,
): Promise<false> {
  if (!(await hasTwoStep(tx, proof.account.id))) return false
  context.cookies.setHalfLogin(issueHalfLogin(context.secrets, proof))
  const message = twoStepMessages.codeNeeded
  throw new AppError('BAD_CREDENTIALS', { message, fields: [{ field: 'code', message }] })
}

/** Makes the cookie's value. */
export function issueHalfLogin(secrets: Secrets, { account, ticket, persistent, link }: FirstStepProof): string {
  const parts = [
    account.id,
    fingerprint(secrets, account),
    Date.now() + twoStepLimits.minutes * 60_000,
    persistent ? 'persistent' : '',
    ticket?.tokenHash.toString('base64url') ?? '',
    link?.id ?? '',
  ]
  return secrets.sign(parts.join(':'), 'half login')
}

/**
 * Returns the first step of this browser's half login.
 * @throws {AppError} EXPIRED without a half login, and once the password was changed, the temporary one used, the link of a
 * login at a provider ended, all sessions ended by an admin, or the account deleted
 */
export async function requireHalfLogin({ db, secrets, cookies }: OperationContext): Promise<FirstStepProof> {
  const value = cookies.halfLogin === null ? null : secrets.verify(cookies.halfLogin, 'half login')
  const [id = '', password, end, persistent, ticketHash, linkId] = value?.split(':') ?? []
  if (value === null || Number(end) <= Date.now()) throw halfLoginExpiredError()
  const account = await findAccountById(db, Number(id))
  if (!account || fingerprint(secrets, account) !== password) throw halfLoginExpiredError()
  const ticket = ticketHash ? await findTicket(db, account.id, Buffer.from(ticketHash, 'base64url')) : null
  if (ticketHash && !ticket) throw halfLoginExpiredError()
  const link = linkId ? await findLinkedLoginById(db, parseId(linkId) ?? 0) : null
  if (linkId && link?.accountId !== account.id) throw halfLoginExpiredError()
  return { account, ticket, persistent: persistent !== '', link }
}

export function halfLoginExpiredError(): AppError {
  return new AppError('EXPIRED', { message: twoStepMessages.loginLate })
}

function fingerprint(secrets: Secrets, { id, password_hash, sign_outs }: Account): string {
  return secrets.fingerprint(`${id}:${sign_outs}:${password_hash ?? ''}`, 'password of a half login')
}

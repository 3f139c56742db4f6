import { twoStepLimits, twoStepMessages } from '#rules/two-step.ts'
import { parseId } from '#rules/validate.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type Account, findAccountById } from '../find-account.ts'
import type { Proof } from '../open-proven.ts'
import { findLinkById } from '../providers/linked-logins.ts'
import { findTicket } from '../recovery/recovery-tickets.ts'
import { hasTwoStep } from './use-code.ts'

// A half login is a password that was right, or a login at a provider, in the browser that sent it: a signed cookie, which
// opens nothing without a code. It is not stored, so asking for many takes no room.

/** Passes if the login asks for nothing more; otherwise it goes on with the cookie. @throws {AppError} BAD_CREDENTIALS about a field `code` */
export async function requireNoSecondStep(tx: Queryable, context: OperationContext, proof: Proof): Promise<false> {
  if (!(await hasTwoStep(tx, proof.account.id))) return false
  context.cookies.setHalfLogin(issueHalfLogin(context.secrets, proof))
  const message = twoStepMessages.codeNeeded
  throw new AppError('BAD_CREDENTIALS', { message, fields: [{ field: 'code', message }] })
}

/** The cookie of a login that was right and asks for a code. */
export function issueHalfLogin(secrets: Secrets, { account, ticket, persistent, link }: Proof): string {
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
 * @throws {AppError} EXPIRED without one, and once the password was changed, the temporary one used, the link of a login at a
 * provider ended, all sessions ended by an admin, or the account deleted
 */
export async function requireHalfLogin({ db, secrets, cookies }: OperationContext): Promise<Proof> {
  const value = cookies.halfLogin === null ? null : secrets.verify(cookies.halfLogin, 'half login')
  const [id = '', password, end, persistent, ticketHash, linkId] = value?.split(':') ?? []
  if (value === null || Number(end) <= Date.now()) throw late()
  const account = await findAccountById(db, Number(id))
  if (!account || fingerprint(secrets, account) !== password) throw late()
  const ticket = ticketHash ? await findTicket(db, account.id, Buffer.from(ticketHash, 'base64url')) : null
  if (ticketHash && !ticket) throw late()
  const link = linkId ? await findLinkById(db, parseId(linkId) ?? 0) : null
  if (linkId && link?.accountId !== account.id) throw late()
  return { account, ticket, persistent: persistent !== '', link }
}

export function late(): AppError {
  return new AppError('EXPIRED', { message: twoStepMessages.loginLate })
}

function fingerprint(secrets: Secrets, { id, password_hash, sign_outs }: Account): string {
  return secrets.fingerprint(`${id}:${sign_outs}:${password_hash ?? ''}`, 'password of a half login')
}

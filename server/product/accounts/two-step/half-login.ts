import { loginProviders } from '#rules/provider-login.ts'
import { twoStepLimits, twoStepMessages } from '#rules/two-step.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type Account, findAccountById } from '../find-account.ts'
import type { Proof } from '../open-proven.ts'
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
export function issueHalfLogin(secrets: Secrets, { account, ticket, persistent, provider }: Proof): string {
  const parts = [
    account.id,
    fingerprint(secrets, account),
    Date.now() + twoStepLimits.minutes * 60_000,
    persistent ? 'persistent' : '',
    ticket?.tokenHash.toString('base64url') ?? '',
    provider ?? '',
  ]
  return secrets.sign(parts.join(':'), 'half login')
}

/** @throws {AppError} EXPIRED without one, and once the password was changed, the temporary one used, or the account deleted */
export async function requireHalfLogin({ db, secrets, cookies }: OperationContext): Promise<Proof> {
  const value = cookies.halfLogin === null ? null : secrets.verify(cookies.halfLogin, 'half login')
  const [id = '', password, end, persistent, ticketHash, by] = value?.split(':') ?? []
  if (value === null || Number(end) <= Date.now()) throw late()
  const account = await findAccountById(db, Number(id))
  if (!account || fingerprint(secrets, account) !== password) throw late()
  const ticket = ticketHash ? await findTicket(db, account.id, Buffer.from(ticketHash, 'base64url')) : null
  if (ticketHash && !ticket) throw late()
  const provider = loginProviders.find((one) => one === by) ?? null
  return { account, ticket, persistent: persistent !== '', provider }
}

export function late(): AppError {
  return new AppError('EXPIRED', { message: twoStepMessages.loginLate })
}

function fingerprint(secrets: Secrets, { id, password_hash }: Account): string {
  return secrets.fingerprint(`${id}:${password_hash ?? ''}`, 'password of a half login')
}

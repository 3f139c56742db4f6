import * as v from 'valibot'
import type { PendingLogin, LoginProvider as ProviderName } from '#contract/schema.gen.ts'
import { loginProviderLimits, loginProviderMessages, loginProviders } from '#rules/provider-login.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Identity } from './identify.ts'

// A pending login is an identity at a provider that is linked to no account: a sealed cookie until its owner has signed up,
// or logged in to their account.

const USE = 'pending login'

const shape = v.object({
  provider: v.picklist(loginProviders),
  subject: v.string(),
  email: v.nullable(v.string()),
  isVerified: v.boolean(),
  /**
   * `sign_outs` of the account with this address when the identity was brought, so that it ends when an admin ends the
   * sessions.
   */
  signOuts: v.optional(v.number(), 0),
  end: v.number(),
})

type PendingIdentity = Identity & Readonly<{ signOuts: number }>

/** Keeps an identity without an account in a cookie of the browser, sealed. */
export function storePendingLogin({ secrets, cookies }: OperationContext, identity: PendingIdentity): void {
  const text = JSON.stringify({ ...identity, end: Date.now() + loginProviderLimits.pendingMinutes * 60_000 })
  cookies.setPendingLogin(secrets.seal(text, USE).toString('base64url'))
}

function findPendingLogin({ secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>): PendingIdentity | null {
  if (cookies.pendingLogin === null) return null
  const sealed = Buffer.from(cookies.pendingLogin, 'base64url')
  if (!secrets.canOpen(sealed, USE)) return null
  const { end, ...identity } = v.parse(shape, JSON.parse(secrets.open(sealed, USE)))
  return end > Date.now() ? identity : null
}

/** @throws {AppError} EXPIRED without a pending login, or if it is of another provider than the page says */
export function requirePendingLogin(
  context: Pick<OperationContext, 'secrets' | 'cookies'>,
  provider: ProviderName,
): PendingIdentity {
  const pending = findPendingLogin(context)
  if (pending?.provider === provider) return pending
  throw new AppError('EXPIRED', { message: loginProviderMessages.pendingLate })
}

/** The pending login of this browser, without its `subject`. */
export async function getPendingLogin(context: OperationContext): Promise<PendingLogin | null> {
  const pending = findPendingLogin(context)
  return pending && { provider: pending.provider, email: pending.email, emailVerified: pending.isVerified }
}

import * as v from 'valibot'
import type { PendingLogin, LoginProvider as ProviderName } from '#contract/schema.gen.ts'
import { loginProviders, providerLimits, providerMessages } from '#rules/provider-login.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Identity } from './identify.ts'

// An identity that no account has: a sealed cookie until its owner has signed up, or logged in to their account.

const USE = 'pending login'

const shape = v.object({
  provider: v.picklist(loginProviders),
  subject: v.string(),
  email: v.nullable(v.string()),
  isVerified: v.boolean(),
  /** How often an admin had ended the sessions of the account that has the address. */
  signOuts: v.optional(v.number(), 0),
  end: v.number(),
})

type PendingIdentity = Identity & Readonly<{ signOuts: number }>

export function keepPending({ secrets, cookies }: OperationContext, identity: PendingIdentity): void {
  const text = JSON.stringify({ ...identity, end: Date.now() + providerLimits.pendingMinutes * 60_000 })
  cookies.setPendingLogin(secrets.seal(text, USE).toString('base64url'))
}

function findPending({ secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>): PendingIdentity | null {
  if (cookies.pendingLogin === null) return null
  const sealed = Buffer.from(cookies.pendingLogin, 'base64url')
  if (!secrets.canOpen(sealed, USE)) return null
  const { end, ...identity } = v.parse(shape, JSON.parse(secrets.open(sealed, USE)))
  return end > Date.now() ? identity : null
}

/** @throws {AppError} EXPIRED without one, or for one of another provider than the page says */
export function requirePending(
  context: Pick<OperationContext, 'secrets' | 'cookies'>,
  provider: ProviderName,
): PendingIdentity {
  const pending = findPending(context)
  if (pending?.provider === provider) return pending
  throw new AppError('EXPIRED', { message: providerMessages.pendingLate })
}

/** The identity that this browser has brought, without its name at the provider. */
export async function getPendingLogin(context: OperationContext): Promise<PendingLogin | null> {
  const pending = findPending(context)
  return pending && { provider: pending.provider, email: pending.email, emailVerified: pending.isVerified }
}

import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type LoginProvider, loginProviderLimits, loginProviders } from '#rules/provider-login.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { LoginChecks } from './identify.ts'

// The purpose of a login at a provider travels in the parameter `state`, sealed. It is not stored, so many begun logins take no
// room, and several tabs do not disturb each other. Only the browser that began can open it, with the secret in its
// cookie.

const shape = v.object({
  provider: v.picklist(loginProviders),
  /** Session of the member who links the provider's account to theirs; null to sign in with it. */
  sessionId: v.nullable(v.number()),
  next: v.string(),
  /** Token of an invitation, for the sign-up; empty without one. */
  invite: v.string(),
  persistent: v.boolean(),
  nonce: v.string(),
  verifier: v.string(),
  browser: v.string(),
  end: v.number(),
})

/** Content of the sealed `state` of a login at a provider, with which the browser comes back. */
export type ProviderLoginState = Readonly<v.InferOutput<typeof shape>>

type Purpose = Pick<ProviderLoginState, 'provider' | 'sessionId' | 'next' | 'invite' | 'persistent'>

const secret = () => randomBytes(32).toString('base64url')

const USE = 'login at a provider'

/** Begins a login at a provider in this browser. */
export function beginProviderLoginState(
  { secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>,
  purpose: Purpose,
): LoginChecks {
  const browser = cookies.providerLogin ?? secret()
  cookies.setProviderLogin(browser)
  const checks = { nonce: secret(), verifier: secret() }
  const state: ProviderLoginState = {
    ...purpose,
    ...checks,
    next: purpose.next.length > loginProviderLimits.next ? '' : purpose.next,
    invite: purpose.invite.length > LONGEST_INVITE ? '' : purpose.invite,
    browser: nameOf(browser),
    end: Date.now() + loginProviderLimits.minutes * 60_000,
  }
  return { ...checks, state: secrets.seal(JSON.stringify(state), USE).toString('base64url') }
}

/** Null for a state that is forged, too old, of another browser, or of another provider. */
export function openProviderLoginState(
  { secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>,
  provider: LoginProvider,
  given: unknown,
): ProviderLoginState | null {
  if (typeof given !== 'string' || given.length > LONGEST || cookies.providerLogin === null) return null
  const sealed = Buffer.from(given, 'base64url')
  // Several texts decode to the same bytes; only one of them is accepted, so that a used state does not pass in another spelling.
  if (sealed.toString('base64url') !== given || !secrets.canOpen(sealed, USE)) return null
  const state = v.parse(shape, JSON.parse(secrets.open(sealed, USE)))
  const isOurs = state.provider === provider && state.browser === nameOf(cookies.providerLogin)
  return isOurs && state.end > Date.now() ? state : null
}

const LONGEST = 2000
const LONGEST_INVITE = 100

function nameOf(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url').slice(0, 22)
}

import { isLoopback } from '../../../platform/config/address-config.ts'
import type { Config } from '../../../platform/config.ts'

/** The site as browsers know it: a passkey belongs to the host name, and works only in pages of the origin. */
type RelyingParty = Readonly<{ id: string; name: string; origin: string }>

/** A loopback address becomes 'localhost', because browsers keep no passkeys for IP addresses. */
export function relyingParty({ publicOrigin, siteName }: Pick<Config, 'publicOrigin' | 'siteName'>): RelyingParty {
  const url = new URL(publicOrigin)
  if (isLoopback(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, name: siteName, origin: url.origin }
}

/** The library, which is large, is loaded when the first passkey is used. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
export const loadWebAuthnHelpers = () => import('@simplewebauthn/server/helpers')

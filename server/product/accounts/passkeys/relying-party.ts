import { isLoopback } from '../../../platform/config/address-config.ts'
import type { Config } from '../../../platform/config.ts'

/** The site as browsers know it: a passkey belongs to the host name, and works only in pages of the origin. */
type RelyingParty = Readonly<{ id: string; name: string; origin: string }>

/** On the machine itself the name is 'localhost', because browsers keep no passkey for an address of numbers. */
export function relyingParty({ publicOrigin, siteName }: Pick<Config, 'publicOrigin' | 'siteName'>): RelyingParty {
  const url = new URL(publicOrigin)
  if (isLoopback(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, name: siteName, origin: url.origin }
}

/** The library with its parsers of certificates is loaded with the first passkey. */
export const webAuthn = () => import('@simplewebauthn/server')
export const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

import { type LoginProvider, loginProviders } from '#rules/provider-login.ts'
import type { EnvReader } from '../env-reader.ts'
import { isLoopback } from './address-config.ts'

/** The site's credentials at a provider. `url` replaces the provider's URLs, for a trial. */
export type LoginKeys = Readonly<{
  clientId: string
  clientSecret: string
  adminKey: string | null
  url: string | null
}>

/** Credentials at the providers by which people can sign in; a provider without credentials is left out. */
export function readLoginKeys(reader: EnvReader): Readonly<Partial<Record<LoginProvider, LoginKeys>>> {
  const found = loginProviders.map((provider) => [provider, readKeysOf(reader, provider)] as const)
  return Object.fromEntries(found.filter(([, keys]) => keys !== null))
}

function readKeysOf(reader: EnvReader, provider: LoginProvider): LoginKeys | null {
  const name = `${provider.toUpperCase()}_LOGIN`
  const clientId = reader.optional(`${name}_CLIENT_ID`)
  const clientSecret = reader.optional(`${name}_CLIENT_SECRET`)
  const adminKey = provider === 'kakao' ? reader.optional(`${name}_ADMIN_KEY`) : null
  const url = readAddress(reader, `${name}_URL`)
  if (clientId && clientSecret) return { clientId, clientSecret, adminKey, url }
  if (clientId || clientSecret || adminKey) {
    reader.faults.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or none.`)
  }
  return null
}

function readAddress(reader: EnvReader, name: string): string | null {
  const address = reader.url(name)
  const url = address === null ? null : new URL(address)
  if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    reader.faults.push(`${name} is "${address}": secrets are sent there, so it must be https.`)
  }
  return address
}

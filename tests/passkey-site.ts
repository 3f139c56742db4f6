import { afterEach, vi } from 'vitest'
import type { Api } from './api.ts'
import { Authenticator, type Lies } from './authenticator.ts'
import { buildUser, type TestUser } from './factories.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { openSite } from './site.ts'

type Owner = { user: TestUser; api: Api; key: Authenticator }

/** A site whose members have passkeys: `owner` makes a member with one. */
export async function openPasskeySite() {
  const site = await openSite({ env: { LIMIT_CHANGE_NETWORK: '100000/1h', LIMIT_NOTICES_NETWORK: '100000/1d' } })
  const ORIGIN = `http://localhost:${site.config.port}`

  afterEach(async () => {
    vi.useRealTimers()
    await forgetAttempts(site.db)
  })

  async function add(user: TestUser, key = new Authenticator(ORIGIN), lies: Lies = {}) {
    const api = site.api.as(user)
    return api.addPasskey({ response: key.create(await api.beginPasskey({ password: user.password }), lies) })
  }

  async function owner(lies: Lies = {}): Promise<Owner> {
    const user = await buildUser(site.api)
    const key = new Authenticator(ORIGIN)
    await add(user, key, lies)
    return { user, api: site.api.as(user), key }
  }

  async function logIn(key: Authenticator, lies: Lies = {}, browser: Api = site.api.fresh()) {
    return browser.loginByPasskey({ response: key.get(await browser.beginPasskeyLogin(), lies) })
  }

  async function rowsOf({ handle }: TestUser) {
    return site.db
      .selectFrom('passkeys')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .selectAll('passkeys')
      .where('handle', '=', handle)
      .execute()
  }
  return { site, ORIGIN, add, owner, logIn, rowsOf }
}

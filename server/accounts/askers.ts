import { networkOf } from '../limits/networks.ts'
import type { Asker } from '../passwords/fair-turns.ts'

/** Somebody who has proven nothing, and waits for password hashing with everybody of that network. */
export function strangerAsker(address: string): Asker {
  const network = networkOf(address)
  return { network, account: network, isKnown: false }
}

/** Somebody with a session of the account, or in a browser that has logged in to it before. */
export function memberAsker(address: string, accountId: number): Asker {
  return { network: networkOf(address), account: String(accountId), isKnown: true }
}

import type { OperationContext } from '../context.ts'
import { networkOf } from '../limits/networks.ts'
import type { Asker } from '../turns/turns-by-asker.ts'
import { knownDevice } from './device.ts'
import type { Account } from './find-account.ts'

/** Somebody who has proven nothing, and waits for password hashing with everybody of that network. */
export function strangerAsker(ip: string): Asker {
  const network = networkOf(ip)
  return { network, account: network, isKnown: false }
}

/** Somebody with a session of the account, or in a browser that has logged in with its password. */
export function memberAsker(ip: string, accountId: number): Asker {
  return { network: networkOf(ip), account: String(accountId), isKnown: true }
}

/** Who logs in or recovers: browsers that have logged in with its password wait in a queue that strangers cannot fill. */
export function askerOf({ secrets, ip, cookies }: OperationContext, account: Account | undefined): Asker {
  const isKnown = knownDevice(secrets, cookies.knownDevice, account) !== null
  return isKnown && account ? memberAsker(ip, account.id) : strangerAsker(ip)
}

import type { Who } from '../concurrency/fair-queue.ts'
import type { OperationContext } from '../context.ts'
import { networkOf } from '../limits/networks.ts'
import { knownDevice } from './device.ts'
import type { Account } from './find-account.ts'

/** Somebody who has proven nothing, and waits for password hashing with everybody of that network. */
export function strangerAsker(ip: string): Who {
  return ['strangers', networkOf(ip)]
}

/** Somebody with a session of the account, or in a browser that has logged in with its password. */
export function memberAsker(ip: string, accountId: number): Who {
  return ['known', networkOf(ip), String(accountId)]
}

/** Who logs in or recovers. Browsers that have logged in with its password get every other turn, so strangers cannot keep them out. */
export function askerOf({ secrets, ip, cookies }: OperationContext, account: Account | undefined): Who {
  const isKnown = knownDevice(secrets, cookies.knownDevice, account) !== null
  return isKnown && account ? memberAsker(ip, account.id) : strangerAsker(ip)
}

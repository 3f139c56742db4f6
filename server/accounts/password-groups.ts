import type { Who } from '../concurrency/fair-queue.ts'
import type { OperationContext } from '../context.ts'
import { networkOf } from '../limits/networks.ts'
import { knownDevice } from './device.ts'
import type { Account } from './find-account.ts'

/** Visitors who have proven nothing wait for password hashing together with everybody of their network. */
export function strangerGroup(ip: string): Who {
  return ['strangers', networkOf(ip)]
}

export function memberGroup(ip: string, accountId: number): Who {
  return ['known', networkOf(ip), String(accountId)]
}

/** Strangers cannot keep a known browser waiting: the two wait in groups that take turns. */
export function groupOf({ secrets, ip, cookies }: OperationContext, account: Account | undefined): Who {
  const isKnown = knownDevice(secrets, cookies.knownDevice, account) !== null
  return isKnown && account ? memberGroup(ip, account.id) : strangerGroup(ip)
}

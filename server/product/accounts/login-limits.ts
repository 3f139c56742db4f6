import { emailKey } from '#rules/account.ts'
import type { OperationContext } from '../../platform/context.ts'
import { type Bucket, bucketOf } from '../../platform/limits/attempts.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import type { Account } from './find-account.ts'
import { knownDevice } from './known-device.ts'

/** Failed logins by password or passkey, as one login counts. */
export type LoginBuckets = { own: Bucket[]; account: Bucket[]; network: Bucket[] }

export const allOf = ({ own, account, network }: LoginBuckets): Bucket[] => [...own, ...account, ...network]

export function bucketsOf(
  { secrets, config, ip, cookies }: OperationContext,
  email: string,
  account?: Account,
): LoginBuckets {
  const { limits } = config
  const key = emailKey(email)
  const network = networkOf(ip)
  const device = knownDevice(secrets, cookies.knownDevice, account)
  return {
    own: [bucketOf(secrets, limits.login, 'login', key, device ?? network)],
    // Strangers have a bucket of their own, so their failures do not lock out the owner's browser.
    account: device === null ? [bucketOf(secrets, limits.loginAccount, 'login account', key)] : [],
    // Failures of other people behind the same network address do not count for a known browser.
    network: device === null ? [bucketOf(secrets, limits.loginNetwork, 'login address', network)] : [],
  }
}

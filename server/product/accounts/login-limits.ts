import { emailKey } from '#rules/account.ts'
import type { OperationContext } from '../../platform/context.ts'
import { isServerFault } from '../../platform/errors.ts'
import {
  type Bucket,
  bucketOf,
  clearAttempts,
  releaseAttempt,
  requireAttemptsLeft,
  reserveAttempt,
} from '../../platform/limits/attempts.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import type { Account } from './find-account.ts'
import { knownDeviceId } from './known-device.ts'

/**
 * Buckets in which one login counts if it fails, by password, passkey or code. `own`: of this known browser, or of strangers
 * in this network, at the account; `account`: of all strangers at the account; `network`: of all strangers in the network.
 */
export type LoginBuckets = { own: Bucket[]; account: Bucket[]; network: Bucket[] }

export const allBuckets = ({ own, account, network }: LoginBuckets): Bucket[] => [...own, ...account, ...network]

export function loginBuckets(
  { secrets, config, ip, cookies }: OperationContext,
  email: string,
  account?: Account,
  step: 'login' | 'code' = 'login',
): LoginBuckets {
  const { limits } = config
  const key = emailKey(email)
  const network = networkOf(ip)
  // Codes are asked for after the password, so few tries a day are enough.
  const ofAccount = { login: limits.loginAccount, code: limits.codes }
  const device = knownDeviceId(secrets, cookies.knownDevice, account)
  return {
    own: [
      bucketOf(secrets, limits.login, step, key, device ?? network),
      ...(step === 'code' ? [bucketOf(secrets, limits.codes, 'codes of a day', key, device ?? network)] : []),
    ],
    // Strangers have a bucket of their own, so their failures do not lock out the owner's browser.
    account: device === null ? [bucketOf(secrets, ofAccount[step], `${step} account`, key)] : [],
    // Failures of other people behind the same network address do not count for a known browser.
    network: device === null ? [bucketOf(secrets, limits.loginNetwork, 'login address', network)] : [],
  }
}

/**
 * Runs `work` as an attempt: counted before it runs, so that parallel attempts cannot pass together, and taken back if it
 * succeeds.
 */
export async function countLoginAttempt<T>(
  context: OperationContext,
  buckets: LoginBuckets,
  work: () => Promise<T>,
): Promise<T> {
  await requireAttemptsLeft(context.db, allBuckets(buckets), buckets.network)
  await reserveAttempt(context.db, allBuckets(buckets))
  try {
    const done = await work()
    await releaseAttempt(context.db, [...buckets.account, ...buckets.network])
    await clearAttempts(context.db, buckets.own)
    return done
  } catch (error) {
    if (isServerFault(error)) await releaseAttempt(context.db, allBuckets(buckets))
    throw error
  }
}

import type { LimitedKind, RateLimit } from '../config/limits-config.ts'
import { AppError, toAppError } from '../errors.ts'
import { networkOf } from './networks.ts'
import { TokenBuckets } from './token-buckets.ts'

export type RateLimits = Readonly<{
  /**
   * Runs `work` and counts it for the account and its network. Server faults, such as an unreachable database, are not
   * counted; mistakes of the caller are. Calls refused here count nowhere, so that repeated calls cannot fill the
   * bucket of a shared network.
   * @throws {AppError} RATE_LIMITED with the seconds until one more is allowed; whatever `work` throws.
   */
  count<T>(kind: LimitedKind, caller: Caller, work: () => Promise<T>): Promise<T>
}>

type Caller = Readonly<{ accountId: number; address: string }>

/** Accounts, and networks, remembered per kind: about 2 MB each when full. */
const MAX_KEYS = 10_000

/** For work that is not a visitor's. */
export const unlimited: RateLimits = { count: (_kind, _caller, work) => work() }

/**
 * Limits for signed-in people, counted in the memory of this process (docs/decisions/0040). `now` is a monotonic clock
 * in milliseconds.
 */
export function createRateLimits(
  rates: Readonly<Record<LimitedKind, RateLimit>>,
  now: () => number = () => performance.now(),
): RateLimits {
  const counters = {
    post: countersOf(rates.post),
    like: countersOf(rates.like),
    change: countersOf(rates.change),
    export: countersOf(rates.export),
  }
  return {
    count: async (kind, { accountId, address }, work) => {
      const { accounts, networks } = counters[kind]
      const counted = [
        { buckets: accounts, key: String(accountId) },
        { buckets: networks, key: networkOf(address) },
      ]
      const time = now()
      const wait = Math.max(...counted.map(({ buckets, key }) => buckets.waitFor(key, time)))
      if (wait > 0) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1000) })
      for (const { buckets, key } of counted) buckets.take(key, time)
      try {
        return await work()
      } catch (error) {
        if (isServerFault(error)) for (const { buckets, key } of counted) buckets.giveBack(key)
        throw error
      }
    },
  }
}

/** Whether the server caused the failure and the caller could not avoid it. */
export function isServerFault(error: unknown): boolean {
  const { code } = toAppError(error)
  return code === 'UNAVAILABLE' || code === 'INTERNAL'
}

function countersOf({ account, network }: RateLimit): { accounts: TokenBuckets; networks: TokenBuckets } {
  return { accounts: new TokenBuckets(account, MAX_KEYS), networks: new TokenBuckets(network, MAX_KEYS) }
}

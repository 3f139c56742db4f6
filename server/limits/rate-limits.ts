import type { LimitedKind, RateLimit } from '../config.ts'
import { AppError, toAppError } from '../errors.ts'
import { networkOf } from './network.ts'
import { TokenBuckets } from './token-buckets.ts'

export type RateLimits = Readonly<{
  /**
   * Runs `work` and counts it for the account and its network. What failed for a reason of ours, such as a database that
   * is away, is not counted; what the caller's own mistake ended is. What is refused here counts nowhere, so that nobody
   * fills the bucket of a network that others share by asking again and again.
   * @throws {AppError} RATE_LIMITED with the seconds until one more is allowed; whatever `work` throws.
   */
  count<T>(kind: LimitedKind, caller: Caller, work: () => Promise<T>): Promise<T>
}>

type Caller = Readonly<{ accountId: number; address: string }>

/** Accounts, and networks, that are remembered for each kind: about 2 MB each when full. */
const MAX_KEYS = 10_000

/** For what no visitor does. */
export const unlimited: RateLimits = { count: (_kind, _caller, work) => work() }

/**
 * Limits of what signed-in people do, counted in the memory of this process (docs/decisions/0040).
 * `now` is a clock in milliseconds that never goes back.
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

/** Whether the caller could not have avoided the failure. */
export function isServerFault(error: unknown): boolean {
  const { code } = toAppError(error)
  return code === 'UNAVAILABLE' || code === 'INTERNAL'
}

function countersOf({ account, network }: RateLimit): { accounts: TokenBuckets; networks: TokenBuckets } {
  return { accounts: new TokenBuckets(account, MAX_KEYS), networks: new TokenBuckets(network, MAX_KEYS) }
}

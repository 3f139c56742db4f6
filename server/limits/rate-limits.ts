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

type Caller = Readonly<{ accountId: number; ip: string }>

/** Counts in tokens; in memory, or by asking the process that counts for all. */
export type RateCounter = Readonly<{
  /** Takes a token of the account and one of the network, or none. Milliseconds until there are both; 0 when taken. */
  take(kind: LimitedKind, account: string, network: string): number | Promise<number>
  /** Puts what was taken back. */
  giveBack(kind: LimitedKind, account: string, network: string): void
}>

/** Accounts, and networks, remembered per kind: about 2 MB each when full. */
const MAX_KEYS = 10_000

/** For work that is not a visitor's. */
export const unlimited: RateLimits = { count: (_kind, _caller, work) => work() }

/** Limits for signed-in people, counted in the memory of this process. */
export function createRateLimits(rates: Readonly<Record<LimitedKind, RateLimit>>, now?: () => number): RateLimits {
  return rateLimitsBy(countRates(rates, now))
}

/** Limits that the counter keeps. */
export function rateLimitsBy(counter: RateCounter): RateLimits {
  return {
    count: async (kind, { accountId, ip }, work) => {
      const keys = [String(accountId), networkOf(ip)] as const
      const wait = await counter.take(kind, ...keys)
      if (wait > 0) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1000) })
      try {
        return await work()
      } catch (error) {
        if (isServerFault(error)) counter.giveBack(kind, ...keys)
        throw error
      }
    },
  }
}

/** Counts in the memory of this process. `now` is a monotonic clock in milliseconds. */
export function countRates(
  rates: Readonly<Record<LimitedKind, RateLimit>>,
  now: () => number = () => performance.now(),
): RateCounter {
  const buckets = {
    post: bucketsOf(rates.post),
    like: bucketsOf(rates.like),
    change: bucketsOf(rates.change),
    export: bucketsOf(rates.export),
  }
  return {
    take: (kind, account, network) => {
      const { accounts, networks } = buckets[kind]
      const time = now()
      const wait = Math.max(accounts.waitFor(account, time), networks.waitFor(network, time))
      if (wait > 0) return wait
      accounts.take(account, time)
      networks.take(network, time)
      return 0
    },
    giveBack: (kind, account, network) => {
      const { accounts, networks } = buckets[kind]
      accounts.giveBack(account)
      networks.giveBack(network)
    },
  }
}

/** Whether the server caused the failure and the caller could not avoid it. */
export function isServerFault(error: unknown): boolean {
  const { code } = toAppError(error)
  return code === 'UNAVAILABLE' || code === 'INTERNAL'
}

function bucketsOf({ account, network }: RateLimit): { accounts: TokenBuckets; networks: TokenBuckets } {
  return { accounts: new TokenBuckets(account, MAX_KEYS), networks: new TokenBuckets(network, MAX_KEYS) }
}

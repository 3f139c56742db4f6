import { sql } from 'kysely'
import type { LimitedKind, RateLimit } from '../config/limits-config.ts'
import type { Database } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import { isServerFault } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { type Bucket, bucketOf } from './attempts.ts'
import { refuseIfRemembered, rememberRefusal } from './known-refusals.ts'
import { networkOf } from './networks.ts'

export type RateLimits = Readonly<{
  /**
   * Runs `work` and counts it for the account and its network; refused calls and failures of the server do not count.
   * Call it outside of transactions.
   * @throws {AppError} RATE_LIMITED with the seconds until one more is allowed; errors of `work`
   */
  count<T>(kind: LimitedKind, caller: Caller, work: () => Promise<T>): Promise<T>
}>

type Caller = Readonly<{ accountId: number; ip: string }>

type Options = Readonly<{ db: Database; secrets: Secrets; rates: Readonly<Record<LimitedKind, RateLimit>> }>

export const noRateLimits: RateLimits = { count: (_kind, _caller, work) => work() }

export function createRateLimits({ db, secrets, rates }: Options): RateLimits {
  return {
    count: async (kind, { accountId, ip }, work) => {
      const { account, network } = rates[kind]
      const buckets = [
        bucketOf(secrets, account, kind, 'account', String(accountId)),
        bucketOf(secrets, network, kind, 'network', networkOf(ip)),
      ]
      refuseIfRemembered(db, buckets)
      const wait = await takeToken(db, buckets)
      if (wait > 0) throw rememberRefusal(db, buckets, wait)
      try {
        return await work()
      } catch (error) {
        if (isServerFault(error)) await refundTokens(db, buckets)
        throw error
      }
    },
  }
}

// Takes a token from each bucket, or from none. A bucket holds `limit.count` tokens, refilled evenly in
// `limit.seconds`. Returns the seconds until all buckets have one, 0 when taken.
async function takeToken(db: Database, buckets: readonly Bucket[]): Promise<number> {
  const names = buckets.map(({ name }) => name)
  const counts = buckets.map(({ limit }) => limit.count)
  const seconds = buckets.map(({ limit }) => limit.seconds)
  const { rows } = await sql<{ wait: number }>`${prepared}
    select take_tokens(${names}::text[], ${counts}::int[], ${seconds}::int[]) as wait`.execute(db)
  return rows[0]?.wait ?? 0
}

/** One statement per bucket avoids deadlocks between callers. */
async function refundTokens(db: Database, buckets: readonly Bucket[]): Promise<void> {
  try {
    for (const { name, limit } of buckets) {
      await sql`update rate_limits set full_at = full_at - make_interval(secs => ${limit.seconds / limit.count})
        where bucket = ${name}`.execute(db)
    }
  } catch (error) {
    // Without the database the tokens stay taken until they are refilled.
    if (!isServerFault(error)) throw error
  }
}

/** Deletes the counters of members who have their whole allowance again. */
export async function purgeExpiredRateLimits(db: Database): Promise<void> {
  await db.deleteFrom('rate_limits').where('full_at', '<', sql<Date>`now()`).execute()
}

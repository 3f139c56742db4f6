import { sql } from 'kysely'
import type { LimitedKind, RateLimit } from '../config/limits-config.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import type { Limit } from '../env-reader.ts'
import { AppError, toAppError } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { networkOf } from './networks.ts'

export type Bucket = Readonly<{ name: string; limit: Limit }>

/** The key is an HMAC, so the table reveals no addresses. */
export function bucketOf(secrets: Secrets, limit: Limit, ...parts: string[]): Bucket {
  return { name: secrets.bucketName(parts.join('\n')), limit }
}

/** One cheap read, before any work. @throws {AppError} RATE_LIMITED */
export async function requireAttemptsLeft(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  const rows = await db
    .selectFrom('attempts')
    .select(['bucket', 'count', sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('seconds_left')])
    .where(
      'bucket',
      'in',
      buckets.map(({ name }) => name),
    )
    .where('ends_at', '>', sql<Date>`now()`)
    .execute()
  const full = rows.filter((row) => buckets.some(({ name, limit }) => name === row.bucket && row.count >= limit.count))
  if (full.length > 0) throw rateLimited(Math.max(...full.map((row) => row.seconds_left)))
}

/**
 * Counts a failure in every bucket, or in none if one is full. Call it before the work, so that parallel attempts
 * cannot pass together.
 * @throws {AppError} RATE_LIMITED with the seconds until the window ends
 */
export async function reserveAttempt(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  // Always in the same order; otherwise two callers could deadlock.
  const ordered = buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const names = ordered.map(({ name }) => name)
  const seconds = ordered.map(({ limit }) => limit.seconds)
  const limits = ordered.map(({ limit }) => limit.count)
  const { rows } = await sql<{ seconds_left: number }>`
    select reserve_attempts(${names}::text[], ${seconds}::int[], ${limits}::int[]) as seconds_left`.execute(db)
  const secondsLeft = rows[0]?.seconds_left ?? 0
  if (secondsLeft > 0) throw rateLimited(secondsLeft)
}

/** A single amount above the limit passes once. @throws {AppError} RATE_LIMITED */
export async function reserveAmount(db: Queryable, { name, limit }: Bucket, amount: number): Promise<void> {
  const { rows } = await sql`
    insert into attempts (bucket, count, ends_at) values (${name}, ${amount}, now() + ${limit.seconds} * interval '1 second')
    on conflict (bucket) do update set
      count = case when attempts.ends_at <= now() then 0 else attempts.count end + excluded.count,
      ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
    where attempts.ends_at <= now() or attempts.count + excluded.count <= ${limit.count}
    returning 1`.execute(db)
  if (rows.length > 0) return
  const window = await sql<{ seconds_left: number }>`
    select ceil(extract(epoch from ends_at - now()))::int as seconds_left from attempts where bucket = ${name}`.execute(
    db,
  )
  throw rateLimited(window.rows[0]?.seconds_left ?? 1)
}

export async function releaseAttempt(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('bucket', 'in', buckets.map(({ name }) => name).toSorted())
    .where('count', '>', 0)
    .execute()
}

export async function clearAttempts(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where(
      'bucket',
      'in',
      buckets.map(({ name }) => name),
    )
    .execute()
}

export async function purgeAttempts(db: Queryable): Promise<void> {
  await db.deleteFrom('attempts').where('ends_at', '<', sql<Date>`now()`).execute()
}

function rateLimited(seconds: number): AppError {
  return new AppError('RATE_LIMITED', { retryAfter: Math.max(1, seconds) })
}

export type RateLimits = Readonly<{
  /**
   * Runs `work` and counts it for the account and its network. Refused calls and faults of the server do not count.
   * Call it outside of transactions.
   * @throws {AppError} RATE_LIMITED with the seconds until one more is allowed; what `work` throws
   */
  count<T>(kind: LimitedKind, caller: Caller, work: () => Promise<T>): Promise<T>
}>

type Caller = Readonly<{ accountId: number; ip: string }>

type Options = Readonly<{ db: Database; secrets: Secrets; rates: Readonly<Record<LimitedKind, RateLimit>> }>

export const unlimited: RateLimits = { count: (_kind, _caller, work) => work() }

export function createRateLimits({ db, secrets, rates }: Options): RateLimits {
  return {
    count: async (kind, { accountId, ip }, work) => {
      const { account, network } = rates[kind]
      const buckets = [
        bucketOf(secrets, account, kind, 'account', String(accountId)),
        bucketOf(secrets, network, kind, 'network', networkOf(ip)),
      ]
      const wait = await takeToken(db, buckets)
      if (wait > 0) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait) })
      try {
        return await work()
      } catch (error) {
        if (isServerFault(error)) await giveBack(db, buckets)
        throw error
      }
    },
  }
}

// Takes a token from each bucket, or from none. A bucket holds `limit.count` tokens, which come back evenly in
// `limit.seconds`. Returns the seconds until all buckets have one, 0 when taken.
async function takeToken(db: Database, buckets: readonly Bucket[]): Promise<number> {
  const names = buckets.map(({ name }) => name)
  const counts = buckets.map(({ limit }) => limit.count)
  const seconds = buckets.map(({ limit }) => limit.seconds)
  const { rows } = await sql<{ wait: number }>`${prepared}
    select take_tokens(${names}::text[], ${counts}::int[], ${seconds}::int[]) as wait`.execute(db)
  return rows[0]?.wait ?? 0
}

/** One after the other: in one statement two callers could wait for each other. */
async function giveBack(db: Database, buckets: readonly Bucket[]): Promise<void> {
  try {
    for (const { name, limit } of buckets) {
      await sql`update rate_limits set full_at = full_at - make_interval(secs => ${limit.seconds / limit.count})
        where bucket = ${name}`.execute(db)
    }
  } catch (error) {
    // Without the database the tokens stay taken; they come back by themselves.
    if (!isServerFault(error)) throw error
  }
}

export async function purgeRateLimits(db: Database): Promise<void> {
  await db.deleteFrom('rate_limits').where('full_at', '<', sql<Date>`now()`).execute()
}

export function isServerFault(error: unknown): boolean {
  const { code } = toAppError(error)
  return code === 'UNAVAILABLE' || code === 'INTERNAL'
}

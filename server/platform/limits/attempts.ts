import { sql } from 'kysely'
import type { Queryable } from '../database/connect.ts'
import type { Limit } from '../env-reader.ts'
import { AppError, isServerFault } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { rememberRefusal } from './known-refusals.ts'

// Limits of failures, such as logins, in windows that begin with the first attempt and end as a whole. Limits of
// members' actions are in rate-limits.ts.

/** A counter of attempts, and its limit. */
export type Bucket = Readonly<{ name: string; limit: Limit }>

/** The bucket's name is an HMAC of `parts`, so the table reveals no addresses. */
export function bucketOf(secrets: Secrets, limit: Limit, ...parts: string[]): Bucket {
  return { name: secrets.bucketName(parts.join('\n')), limit }
}

/**
 * Checks by one cheap read, before any work, that no bucket is full. A refused attempt counts for `network`, so a flood
 * at one address soon reaches the network's limit, which needs no query.
 * @throws {AppError} RATE_LIMITED
 */
export async function requireAttemptsLeft(
  db: Queryable,
  buckets: readonly Bucket[],
  network: readonly Bucket[] = [],
): Promise<void> {
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
  const refusals = full.map(({ bucket, seconds_left }) => rememberRefusal(db, [{ name: bucket }], seconds_left))
  const longest = refusals.toSorted((a, b) => (b.retryAfter ?? 0) - (a.retryAfter ?? 0))[0]
  if (!longest) return
  await reserveAttempt(db, network)
  throw longest
}

/**
 * Counts a failure in every bucket, or in none if one is full. Call it before the work, so that parallel attempts
 * cannot exceed the limit.
 * @throws {AppError} RATE_LIMITED with the seconds until the window ends
 */
export async function reserveAttempt(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  // A fixed order avoids deadlocks between callers.
  const ordered = buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const names = ordered.map(({ name }) => name)
  const seconds = ordered.map(({ limit }) => limit.seconds)
  const limits = ordered.map(({ limit }) => limit.count)
  const { rows } = await sql<{ seconds_left: number }>`
    select reserve_attempts(${names}::text[], ${seconds}::int[], ${limits}::int[]) as seconds_left`.execute(db)
  const secondsLeft = rows[0]?.seconds_left ?? 0
  if (secondsLeft > 0) throw rememberRefusal(db, buckets, secondsLeft)
}

/**
 * Counts an amount in a bucket. The first amount of a window passes even if it is above the limit.
 * @throws {AppError} RATE_LIMITED
 */
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
  // A smaller amount may still pass, so the refusal is not remembered.
  throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, window.rows[0]?.seconds_left ?? 1) })
}

/** Uncounts one attempt in every bucket. */
export async function releaseAttempt(db: Queryable, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('bucket', 'in', buckets.map(({ name }) => name).toSorted())
    .where('count', '>', 0)
    .execute()
}

/** Counts `work` as an attempt, unless the server fails. @throws {AppError} RATE_LIMITED; errors of `work` */
export async function countAttempt<T>(db: Queryable, buckets: readonly Bucket[], work: () => Promise<T>): Promise<T> {
  await reserveAttempt(db, buckets)
  try {
    return await work()
  } catch (error) {
    if (isServerFault(error)) await releaseAttempt(db, buckets)
    throw error
  }
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

export async function purgeExpiredAttempts(db: Queryable): Promise<void> {
  await db.deleteFrom('attempts').where('ends_at', '<', sql<Date>`now()`).execute()
}

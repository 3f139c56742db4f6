import { LRUCache } from 'lru-cache'
import { perDatabase, type Queryable } from '../database/connect.ts'
import { AppError } from '../errors.ts'

/** Milliseconds for which a refusal is remembered; few, because an attempt may be uncounted again. */
const REFUSAL_TTL_MS = 1000

const MOST = 10_000

/** Remembered refusals of a database: names of buckets → time of `performance.now()` until which they refuse. */
export const refusalsOf = perDatabase(
  () => new LRUCache<string, number>({ max: MOST, ttl: REFUSAL_TTL_MS, perf: performance, ttlResolution: 0 }),
)

type Named = Readonly<{ name: string }>

const keyOf = (buckets: readonly Named[]) => buckets.map(({ name }) => name).join()

/**
 * Remembers a refusal, and returns its error.
 * @param seconds until one more attempt is allowed by the limit of these buckets
 */
export function rememberRefusal(db: Queryable, buckets: readonly Named[], seconds: number): AppError {
  const ttl = Math.min(REFUSAL_TTL_MS, seconds * 1000)
  refusalsOf(db).set(keyOf(buckets), performance.now() + seconds * 1000, { ttl })
  return new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(seconds)) })
}

/**
 * Repeats a refusal of the last second without a query, so a flood costs the database nothing.
 * @throws {AppError} RATE_LIMITED
 */
export function refuseIfRemembered(db: Queryable, buckets: readonly Named[]): void {
  const refusals = refusalsOf(db)
  for (const key of [keyOf(buckets), ...buckets.map(({ name }) => name)]) {
    const until = refusals.get(key)
    if (until === undefined) continue
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil((until - performance.now()) / 1000)) })
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PlacesConfig } from '../../../platform/config/services-config.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { bucketOf, reserveAttempt } from '../../../platform/limits/attempts.ts'
import type { FoundPlace, Near } from '../found-place.ts'
import { CACHE_DAYS, kakaoProvider, nominatimProvider, type Provider, photonProvider } from './providers.ts'

const TIMEOUT = 3000

/** Online searches of one member; beyond it only local results are returned. */
const PERSONAL_LIMIT = { count: 30, seconds: 60 } as const

export function onlineProviders(config: PlacesConfig): Provider[] {
  const { kakaoRestKey, geocoder } = config
  const kakao = kakaoRestKey === null ? [] : [kakaoProvider(config, kakaoRestKey)]
  if (geocoder === null) return kakao
  return [...kakao, geocoder.kind === 'nominatim' ? nominatimProvider(geocoder.url) : photonProvider(geocoder.url)]
}

/** Asks the online services for places, for signed-in members only. A slow, busy or broken service adds no results and causes no error. */
export async function findOnlinePlaces(context: OperationContext, keyword: string, near: Near): Promise<FoundPlace[]> {
  const providers = onlineProviders(context.config.places)
  if (providers.length === 0 || !context.session) return []
  const found = await Promise.all(providers.map((provider) => askSafely(context, provider, keyword, near)))
  return found.flat()
}

async function askSafely(
  context: OperationContext,
  provider: Provider,
  keyword: string,
  near: Near,
): Promise<FoundPlace[]> {
  const breaker = breakerOf(context.config.places, provider.name)
  try {
    const response = (await kept(context, provider, keyword)) ?? (await ask(context, provider, breaker, keyword, near))
    return response === null ? [] : provider.read(response)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return []
    context.log.warn({ err: error, provider: provider.name }, 'a place service did not answer')
    return []
  }
}

async function kept({ db }: OperationContext, { name, keptDays }: Provider, keyword: string): Promise<unknown> {
  return keptDays === null ? undefined : findLookup(db, name, keyword, keptDays)
}

async function ask(
  context: OperationContext,
  provider: Provider,
  breaker: CircuitBreaker,
  keyword: string,
  near: Near,
): Promise<unknown> {
  const { db, secrets, session } = context
  if (breaker.isResting(performance.now())) return null
  await reserveAttempt(db, [bucketOf(secrets, PERSONAL_LIMIT, 'online places', session?.handle ?? '')])
  const turn = provider.pause === null ? 0 : await reserveTurn(db, provider.name, provider.pause)
  if (turn === null) return null
  await wait(turn * 1000)
  if (!breaker.allows(performance.now())) return null
  const response = await fetchThrough(breaker, context, provider, keyword, near)
  await keepSafely(context, provider, keyword, response)
  return response
}

async function fetchThrough(
  breaker: CircuitBreaker,
  context: OperationContext,
  provider: Provider,
  keyword: string,
  near: Near,
): Promise<unknown> {
  try {
    const response = await fetchJson(context, provider, keyword, near)
    provider.read(response)
    breaker.succeeded()
    return response
  } catch (error) {
    breaker.failed(performance.now())
    throw error
  }
}

async function keepSafely(
  { db, log }: OperationContext,
  { name, keptDays }: Provider,
  keyword: string,
  response: unknown,
) {
  if (keptDays === null) return
  try {
    await keepLookup(db, name, keyword, response)
  } catch (error) {
    log.warn({ err: error, provider: name }, 'the response of a place service could not be kept')
  }
}

async function fetchJson(
  { config }: OperationContext,
  provider: Provider,
  keyword: string,
  near: Near,
): Promise<unknown> {
  const { url, headers } = provider.requestOf(keyword, near)
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': `matnanum (+${config.publicOrigin})`, ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

const breakers = new WeakMap<PlacesConfig, Map<string, CircuitBreaker>>()

function breakerOf(config: PlacesConfig, provider: string): CircuitBreaker {
  const own = breakers.get(config) ?? new Map<string, CircuitBreaker>()
  const breaker = own.get(provider) ?? new CircuitBreaker()
  breakers.set(config, own.set(provider, breaker))
  return breaker
}

const MAX_FAILURES = 3
const REST_MS = 60_000

/**
 * Circuit breaker: a failing service must not slow down every search. After each pause one search sends a request, and the others
 * do without the service until that has succeeded.
 */
export class CircuitBreaker {
  #failures = 0
  #restsUntil = 0

  isResting(now: number): boolean {
    return this.#failures >= MAX_FAILURES && now < this.#restsUntil
  }

  /**
   * Whether the caller may send a request, and then must. While the service fails, this is true once after each pause.
   */
  allows(now: number): boolean {
    if (this.isResting(now)) return false
    this.#restsUntil = now + REST_MS
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(now: number): void {
    this.#failures++
    this.#restsUntil = now + REST_MS
  }
}

const MAX_WAIT = 2

async function findLookup(db: Queryable, provider: string, query: string, days: number): Promise<unknown> {
  const row = await db
    .selectFrom('place_lookups')
    .select('answer')
    .where('provider', '=', provider)
    .where('query', '=', query)
    .where('fetched_at', '>', sql<Date>`now() - ${days} * interval '1 day'`)
    .executeTakeFirst()
  return row?.answer
}

async function keepLookup(db: Queryable, provider: string, query: string, response: unknown): Promise<void> {
  await sql`
    insert into place_lookups (provider, query, answer) values (${provider}, ${query}, ${JSON.stringify(response)})
    on conflict (provider, query) do update set answer = excluded.answer, fetched_at = now()`.execute(db)
}

/** Reserves the next request to a service among all instances. Returns the seconds to wait; null if the wait would be too long. */
export async function reserveTurn(db: Queryable, provider: string, pause: number): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    insert into place_lookup_turns as turns (provider, next_at)
    values (${provider}, clock_timestamp() + ${pause} * interval '1 second')
    on conflict (provider) do update
      set next_at = greatest(turns.next_at, clock_timestamp()) + ${pause} * interval '1 second'
      where turns.next_at < clock_timestamp() + ${MAX_WAIT} * interval '1 second'
    returning extract(epoch from next_at - ${pause} * interval '1 second' - clock_timestamp())::float8 as wait`.execute(
    db,
  )
  return rows[0] ? Math.max(0, rows[0].wait) : null
}

export async function purgeExpiredLookups(db: Queryable): Promise<void> {
  await sql`delete from place_lookups where fetched_at < now() - ${CACHE_DAYS} * interval '1 day'`.execute(db)
}

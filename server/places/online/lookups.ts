import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'

/** How long responses may be reused, unless the service's terms allow less. */
export const KEPT_DAYS = 30

const MAX_WAIT = 2

/** The stored response of the last days; undefined without one. */
export async function findLookup(db: Queryable, provider: string, query: string, days: number): Promise<unknown> {
  const row = await db
    .selectFrom('place_lookups')
    .select('answer')
    .where('provider', '=', provider)
    .where('query', '=', query)
    .where('fetched_at', '>', sql<Date>`now() - ${days} * interval '1 day'`)
    .executeTakeFirst()
  return row?.answer
}

export async function keepLookup(db: Queryable, provider: string, query: string, response: unknown): Promise<void> {
  await sql`
    insert into place_lookups (provider, query, answer) values (${provider}, ${query}, ${JSON.stringify(response)})
    on conflict (provider, query) do update set answer = excluded.answer, fetched_at = now()`.execute(db)
}

/** Over all instances. Returns the seconds to wait, or null when the next seconds are taken. */
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

export async function purgeLookups(db: Queryable): Promise<void> {
  await sql`delete from place_lookups where fetched_at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(db)
}

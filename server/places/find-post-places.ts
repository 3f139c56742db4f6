import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import { isShownTo, type Reader } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import type { SearchTerm } from '../search/search-text.ts'

const MAX_PLACES = 5

/** A word expected in more posts is searched only in the newest: most of its posts are about other places anyway. */
const MAX_LOOKED_UP = 1500

/** Posts read: those with a rare word, or the newest for a frequent one. */
const RARE_READ = 250
const NEWEST_READ = 1000

export type PostPlace = Position & Readonly<{ name: string; address: string }>

/** Places of posts whose name or address contains all terms; the nearest, or those with most posts, first. */
export async function findPostPlaces(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  terms: readonly SearchTerm[],
  near: Position | null,
): Promise<PostPlace[]> {
  const wanted = { terms, near, reader: session }
  const expected = await expectedRows(db, 'post_search', terms)
  if (expected > MAX_LOOKED_UP) return search(db, newest, wanted)
  // Where few are expected, the limit does not tempt the planner to read the table, and no settings are needed.
  if (expected < RARE_READ) return search(db, lookedUp(terms), wanted)
  return withIndexOnly(db, (tx) => search(tx, lookedUp(terms), wanted))
}

const newest = sql`select post_id from post_positions order by post_id desc limit ${sql.lit(NEWEST_READ)}`

function lookedUp(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`
    select post_id from post_search
    where ${hasGrams(terms)} and ${containsAllSql(sql`normal`, terms)} limit ${sql.lit(RARE_READ)}`
}

type Wanted = Readonly<{ terms: readonly SearchTerm[]; near: Position | null; reader: Reader }>

async function search(db: Queryable, candidates: RawBuilder<unknown>, { terms, near, reader }: Wanted) {
  const written = sql`lower(replace(concat_ws(E'\n', p.place_name, p.address), ' ', ''))`
  const order = near ? sql`min(${squaredDegrees(near)})` : sql`count(*) desc`
  const { rows } = await sql<PostPlace>`
    select max(p.place_name) as name, coalesce(p.address, '') as address, avg(p.lat) as lat, avg(p.lng) as lng
    from posts p where p.id = any(array(${candidates}))
      and ${isShownTo(reader, 'post', 'p')} and p.lat is not null and p.place_name is not null and ${containsAllSql(written, terms)}
    group by p.place_key, p.address order by ${order}, max(p.id) desc limit ${sql.lit(MAX_PLACES)}`.execute(db)
  return rows
}

export const DEGREE_METRES = 111_195

/** Takes the earth as flat, which is enough within a city, and cheaper than `map_point` without an index. */
function squaredDegrees({ lat, lng }: Position): RawBuilder<number> {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return sql`(lat - ${lat}::float8) ^ 2 + ((lng - ${lng}::float8) * ${narrowing}::float8) ^ 2`
}

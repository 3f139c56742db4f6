import { type RawBuilder, sql } from 'kysely'
import { landmarkKinds, MAX_PLACE_RESULTS } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import type { Tables } from '../../platform/database/tables.gen.ts'
import { isShownTo, type Reader } from '../authors/visibility.ts'
import {
  containsAllSql,
  expectedRows,
  hasAllGrams,
  normalFormSql,
  type SearchTerm,
  withoutTableScans,
} from '../search/search-text.ts'
import { type FoundPlace, fullName, type Near } from './found-place.ts'

/** Expected number of matches up to which all of them are compared. */
const MAX_PLACES_COMPARED = 1500

const MAX_NEAR = 1000

/** Limit of places with the grams of the terms that are checked: few match a pattern of initial consonants. */
const MAX_CHECKED = 1500

/** Expected number of matches beyond which only the first `MAX_READ` rows of the table are searched: enough of them should match. */
const MAX_LISTED = 5000
const MAX_READ = 10_000

type Row = Pick<
  Tables['places'],
  'name' | 'branch' | 'category' | 'tags' | 'road_address' | 'address' | 'lat' | 'lng'
> & {
  is_estimated: boolean
  source: string
}

/** Imported places with the terms in name, category and area; those with them in the name first. */
export async function findImportedPlaces(
  db: Database,
  terms: readonly SearchTerm[],
  near: Near,
): Promise<FoundPlace[]> {
  const expected = await expectedRows(db, 'places', terms)
  const few = expected <= MAX_PLACES_COMPARED
  const found = near && !few ? await search(db, nearest(near), terms, near) : []
  if (found.length === MAX_PLACE_RESULTS) return found
  // The index would return all matches, of which only a few are needed.
  if (expected > MAX_LISTED) {
    const listed = await search(db, sql`select * from places limit ${sql.lit(MAX_READ)}`, terms, near)
    if (listed.length === MAX_PLACE_RESULTS) return listed
  }
  const candidates = sql`select * from places where ${hasAllGrams(terms)} limit ${sql.lit(MAX_CHECKED)}`
  // With few expected rows the planner does not scan the table despite the limit.
  if (few) return search(db, candidates, terms, near)
  return withoutTableScans(db, (tx) => search(tx, candidates, terms, near))
}

function nearest(near: NonNullable<Near>): RawBuilder<unknown> {
  return sql`select * from places order by ${distanceFrom(near)} limit ${sql.lit(MAX_NEAR)}`
}

async function search(
  db: Queryable,
  candidates: RawBuilder<unknown>,
  terms: readonly SearchTerm[],
  near: Near,
): Promise<FoundPlace[]> {
  const named = sql`split_part(c.normal, E'\n', 1)`
  const wanted = terms.map(({ text }) => text).join('')
  const { rows } = await sql<Row>`
    select c.name, c.branch, c.category, c.tags, c.road_address, c.address, c.lat, c.lng, c.is_estimated, s.key as source
    from (${candidates}) c join place_sources s on s.id = c.source_id
    where ${containsAllSql(sql`c.normal`, terms)}
    order by case when ${named} = ${wanted} then 0 when ${containsAllSql(named, terms)} then 1 else 2 end,
      ${near ? distanceFrom(near) : sql`length(c.normal)`}, c.id
    limit ${sql.lit(MAX_PLACE_RESULTS)}`.execute(db)
  return rows.map(presentRow)
}

function presentRow(row: Row): FoundPlace {
  return {
    name: fullName(row.name, row.branch),
    address: row.road_address ?? row.address ?? '',
    category: row.category,
    tags: row.tags,
    lat: row.lat,
    lng: row.lng,
    source: row.source,
    isEstimated: row.is_estimated,
  }
}

/** SQL condition on an imported place. Literals let the planner use the index `places_landmark_position`. */
export const isLandmark = sql<boolean>`category in (${sql.join([...landmarkKinds.keys()].map((category) => sql.lit(category)))})`

function distanceFrom({ lat, lng }: NonNullable<Near>): RawBuilder<number> {
  return sql`map_point(lat, lng) <-> map_point(${lat}, ${lng})`
}

const MAX_PLACES = 5

/** Expected number of posts with the terms beyond which only the newest posts are searched. */
const MAX_LOOKED_UP = 1500

/** Limit of posts that are read: of all with rare terms, or of the newest for frequent ones. */
const RARE_READ = 250
const NEWEST_READ = 1000

/** A place as posts name it. */
export type PostPlace = Position & Readonly<{ name: string; address: string }>

/** Places of posts with the terms in their name or address; the nearest first, or those with most posts. */
export async function findPostPlaces(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  terms: readonly SearchTerm[],
  near: Position | null,
): Promise<PostPlace[]> {
  const wanted = { terms, near, reader: session }
  const expected = await expectedRows(db, 'post_search', terms)
  if (expected > MAX_LOOKED_UP) return searchPosts(db, newest, wanted)
  // With few expected rows the planner does not scan the table despite the limit.
  if (expected < RARE_READ) return searchPosts(db, lookedUp(terms), wanted)
  return withoutTableScans(db, (tx) => searchPosts(tx, lookedUp(terms), wanted))
}

const newest = sql`select post_id from post_positions order by post_id desc limit ${sql.lit(NEWEST_READ)}`

function lookedUp(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`
    select post_id from post_search
    where ${hasAllGrams(terms)} and ${containsAllSql(sql`normal`, terms)} limit ${sql.lit(RARE_READ)}`
}

type Wanted = Readonly<{ terms: readonly SearchTerm[]; near: Position | null; reader: Reader }>

async function searchPosts(db: Queryable, candidates: RawBuilder<unknown>, { terms, near, reader }: Wanted) {
  const written = normalFormSql(sql`concat_ws(E'\n', p.place_name, p.address)`)
  const order = near ? sql`min(${squaredDegrees(near)})` : sql`count(*) desc`
  const { rows } = await sql<PostPlace>`
    select max(p.place_name) as name, coalesce(p.address, '') as address, avg(p.lat) as lat, avg(p.lng) as lng
    from posts p where p.id = any(array(${candidates}))
      and ${isShownTo(reader, 'post', 'p')} and p.lat is not null and p.place_name is not null and ${containsAllSql(written, terms)}
    group by p.place_key, p.address order by ${order}, max(p.id) desc limit ${sql.lit(MAX_PLACES)}`.execute(db)
  return rows
}

/** Metres in a degree of latitude. */
export const DEGREE_METRES = 111_195

/** SQL of the squared distance on a plane, which is exact enough within a city, and without an index cheaper than `map_point`. */
function squaredDegrees({ lat, lng }: Position): RawBuilder<number> {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return sql`(lat - ${lat}::float8) ^ 2 + ((lng - ${lng}::float8) * ${narrowing}::float8) ^ 2`
}

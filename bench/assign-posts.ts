import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { loadBundle } from '#server/product/places/bundle/load-bundle.ts'
import { findSmallestAreas } from '#server/product/posts/areas/locate-posts.ts'
import { areaVersion, syncAreas } from '#server/product/posts/areas/sync-areas.ts'

/** Squares of some 300 metres, whose posts are put into the area around their middle. */
const SQUARES_PER_DEGREE = 300
const BATCH = 5000

/**
 * Loads the places that come with the project, and puts every post into its areas and into a place, once for a database: the
 * work that a site does in the background, but for all posts of a square or a position together. Posts at one position are
 * about one place, whatever they call it.
 */
export async function assignAreasAndPlaces(db: Database): Promise<void> {
  await loadBundle(db)
  const version = await areaVersion(db)
  const { rows } = await sql<{ isDone: boolean }>`
    select exists (select from area_fills where version = ${version} and next_id = 0) as "isDone"`.execute(db)
  if (rows[0]?.isDone && !(await isEmpty(db, sql`venue_posts`))) return
  await withoutTimeLimits(db, async (connection) => {
    await connection.transaction().execute(syncAreas)
    if (await isEmpty(connection, sql`post_areas`)) await fillAreas(connection)
    if (await isEmpty(connection, sql`venue_posts`)) await fillVenues(connection)
    await sql`insert into area_fills (version, next_id) values (${version}, 0)
      on conflict (single) do update set version = excluded.version, next_id = 0`.execute(connection)
  })
}

async function isEmpty(db: Database, table: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`select not exists (select from ${table}) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty ?? true
}

async function fillAreas(db: Database): Promise<void> {
  const square = (of: string) => sql.raw(`round(${of} * ${SQUARES_PER_DEGREE})::integer`)
  const { rows: squares } = await sql<{ id: number; lat: number; lng: number }>`
    select row_number() over ()::float8 as id, y::float8 / ${SQUARES_PER_DEGREE} as lat, x::float8 / ${SQUARES_PER_DEGREE} as lng
    from (select distinct ${square('lat')} as y, ${square('lng')} as x from posts) s`.execute(db)
  const leaves = new Map<number, number>()
  for (let from = 0; from < squares.length; from += BATCH) {
    const batch = squares.slice(from, from + BATCH).map((at) => ({ ...at, address: null }))
    for (const [id, area] of await findSmallestAreas(db, batch)) leaves.set(id, area)
  }
  const known = squares.filter(({ id }) => leaves.has(id))
  await sql`
    select write_lists(array_agg(p.id order by p.id), array_agg(s.leaf order by p.id))
    from unnest(${known.map(({ lat }) => lat)}::float8[], ${known.map(({ lng }) => lng)}::float8[],
      ${known.map(({ id }) => leaves.get(id))}::integer[]) s (lat, lng, leaf)
    join posts p on ${square('p.lat')} = ${square('s.lat')} and ${square('p.lng')} = ${square('s.lng')}`.execute(db)
  await sql`vacuum analyze post_areas, area_counts, areas, area_names`.execute(db)
}

async function fillVenues(db: Database): Promise<void> {
  await sql`insert into venues (name_key, lat, lng)
    select 'at ' || lat || ',' || lng, lat, lng from posts where lat is not null group by lat, lng`.execute(db)
  await sql`insert into venue_posts (post_id, venue_id, address_key)
    select p.id, v.id, replace(p.place_name, ' ', '') || ' ' || p.address from posts p join venues v on v.name_key = 'at ' || p.lat || ',' || p.lng`.execute(
    db,
  )
  await sql`vacuum analyze venues, venue_posts`.execute(db)
}

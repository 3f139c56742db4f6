import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { builtInAreas } from '#server/product/places/korea-areas.ts'

/** Places of the posts; the first ones have the most posts. */
const PLACES = 200_000

/**
 * Spreads the posts over the country like the population, the same in every run: 200,000 places around the centres of
 * the 시군구, with a weight of 24 for Seoul, 8 for the other large cities and 1 for a county; many posts share a place.
 */
export async function spreadPostPositions(db: Database): Promise<void> {
  await withoutTimeLimits(db, async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`
      create temp table spots as
      select row_number() over (order by hashint8(n)) - 1 as n, area.*,
        sqrt(-2 * ln((hashint8(n * 4)::bigint + 2147483649) / 4294967297.0)) as radius,
        2 * pi() * (hashint8(n * 4 + 1)::bigint + 2147483648) / 4294967296.0 as angle
      from generate_series(1, ${PLACES}) n
      join unnest(${weightedCentres('lat')}::float8[], ${weightedCentres('lng')}::float8[]) with ordinality area(lat, lng, i)
        on i = 1 + (hashint8(n * 4 + 2)::bigint + 2147483648) % ${weightedCentres('lat').length}`.execute(connection)
    await sql`create index on spots (n)`.execute(connection)
    await sql`
      update posts p set lat = s.lat + 0.02 * s.radius * sin(s.angle), lng = s.lng + 0.025 * s.radius * cos(s.angle)
      from spots s where s.n = floor(${PLACES} * power((hashint8(p.id * 4 + 3)::bigint + 2147483648) / 4294967296.0, 2))`.execute(
      connection,
    )
    await sql`set session_replication_role = origin`.execute(connection)
    await sql`truncate post_positions, post_cells`.execute(connection)
    await sql`select write_lists(array(select id from posts where lat is not null), '{}')`.execute(connection)
    for (const table of ['posts', 'post_positions', 'post_cells']) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(connection)
    }
  })
}

function weightedCentres(side: 'lat' | 'lng'): number[] {
  const districts = builtInAreas.filter(({ level }) => level === 2)
  return districts.flatMap((area) => Array<number>(weightOf(area.address)).fill(area[side]))
}

function weightOf(address: string): number {
  if (address.startsWith('서울')) return 24
  return /^\S+광역시 \S+구$|^경기도 \S+시/.test(address) ? 8 : 1
}

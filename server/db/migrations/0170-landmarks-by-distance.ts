import { type Kysely, sql } from 'kysely'

/**
 * Stations, markets and sights are found by distance without reading the shops around them. No map asks the server for
 * the names in its view any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index places_landmark_position on places using gist (map_point(lat, lng))
    where category in ('지하철역', '전통시장', '관광지', '관광단지')`.execute(db)
  await sql`drop index place_areas_position`.execute(db)
}

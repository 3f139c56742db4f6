import { type Kysely, sql } from 'kysely'

/**
 * Stations, markets and sights have their own index: among millions of shops, '강남역' would be lost among the shops with
 * that name. `tags` holds other search terms of a place, such as a station's lines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table places add column tags text`.execute(db)
  await sql`create index places_landmark_grams on places using gin (grams)
    where category in ('지하철역', '전통시장', '관광지', '관광단지')`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The names in a map's view are looked up by their position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index place_areas_position on place_areas (level, lat, lng)`.execute(db)
}

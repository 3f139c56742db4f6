import { type Kysely, sql } from 'kysely'

/** Names in a map's view are looked up by position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index place_areas_position on place_areas (level, lat, lng)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * The box in which the posts of an area lie, on the map's projection, so that the parts of an area are found by
 * distance. Borders are simplified: the box reaches 0.003 degrees, some 300 metres, beyond them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table areas add column reach box generated always as
    (box(map_point(south - 0.003, west - 0.003), map_point(north + 0.003, east + 0.003))) stored`.execute(db)
  await sql`create index areas_reach on areas using gist (reach)`.execute(db)
}

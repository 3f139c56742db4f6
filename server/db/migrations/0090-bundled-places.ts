import { type Kysely, sql } from 'kysely'

/** Marks the sources bundled with the project; an operator's own imports rank first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table place_sources add column is_bundled boolean not null default false`.execute(db)
}

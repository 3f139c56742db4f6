import { type Kysely, sql } from 'kysely'

/** Bundled shops of which only the address is known have an estimated position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table places add column is_estimated boolean not null default false`.execute(db)
}

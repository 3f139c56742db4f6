import { type Kysely, sql } from 'kysely'

/** When an optional consent was withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column withdrawn_at timestamptz`.execute(db)
}

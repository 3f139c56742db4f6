import { type Kysely, sql } from 'kysely'

/** At most one row, which tells at a start whether the secret is the one that sealed the data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secret_check (
    only_one boolean primary key default true check (only_one),
    value bytea not null
  )`.execute(db)
}

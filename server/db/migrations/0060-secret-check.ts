import { type Kysely, sql } from 'kysely'

/** One row at most, by which a start knows whether its secret is the one that the data were sealed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secret_check (
    only_one boolean primary key default true check (only_one),
    value bytea not null
  )`.execute(db)
}

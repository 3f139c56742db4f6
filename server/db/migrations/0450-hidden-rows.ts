import { type Kysely, sql } from 'kysely'

/** Few rows are hidden. Whether one is, as for each unread notification, is found without reading the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'posts', 'comments']) {
    await sql`create index ${sql.ref(`${table}_hidden`)} on ${sql.table(table)} (id) where hidden`.execute(db)
  }
}

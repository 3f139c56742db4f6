import { type Kysely, sql } from 'kysely'

/** The lists of whom somebody follows and has blocked are read from the end, without looking at those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index follows_account on follows (account_id, id desc)`.execute(db)
  await sql`create index blocks_account on blocks (account_id, id desc)`.execute(db)
}

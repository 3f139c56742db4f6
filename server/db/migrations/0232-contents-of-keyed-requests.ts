import { type Kysely, sql } from 'kysely'

/** SHA-256 of what was sent with a key, so that other contents with the same key are noticed; null for older rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column contents_hash bytea`.execute(db)
}

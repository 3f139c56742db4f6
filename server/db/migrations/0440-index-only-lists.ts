import { type Kysely, sql } from 'kysely'

/** The newest posts of an author are found without reading the posts, and common words of collections in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index posts_account_hidden on posts (account_id, id desc) include (hidden)`.execute(db)
  await sql`drop index posts_account`.execute(db)
  await sql`alter index posts_account_hidden rename to posts_account`.execute(db)
  await sql`create index collections_latest on collections (updated_at desc, id desc) where visibility = 'public'`.execute(
    db,
  )
}

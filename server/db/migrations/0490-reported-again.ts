import { type Kysely, sql } from 'kysely'

/** What moderators found nothing wrong with is shown to its reporters again, who may report it again a few times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports
    add column dismissed boolean not null default false,
    add column times smallint not null default 1`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Notices about accounts, until they are collected into a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table notices (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    recipient text not null,
    address_sealed bytea not null,
    change text not null,
    expires_at timestamptz not null,
    unique (recipient, account_id, change)
  )`,
  'create index notices_account on notices (account_id)',
  'create index notices_end on notices (expires_at)',
]

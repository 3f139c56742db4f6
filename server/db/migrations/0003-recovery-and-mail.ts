import { type Kysely, sql } from 'kysely'

/** Recovery of a forgotten password, changes of the e-mail address, and mail waiting to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null means no login by password: a temporary one was used and no new one is chosen yet.
  'alter table accounts alter column password_hash drop not null',
  'alter table sessions add column temporary_hash text check (temporary_hash is null or restricted)',

  `create table recovery_tickets (
    id bigint generated always as identity primary key,
    account_id bigint not null unique references accounts on delete cascade,
    token_hash bytea not null unique,
    temporary_hash text not null,
    temporary_sealed bytea not null,
    tries integer not null default 0,
    mails integer not null default 0,
    expires_at timestamptz not null
  )`,
  'create index recovery_tickets_end on recovery_tickets (expires_at)',

  `create table former_emails (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    email text not null,
    ends_at timestamptz not null
  )`,
  'create index former_emails_account on former_emails (account_id, id)',
  'create index former_emails_email on former_emails (lower(email))',
  'create index former_emails_end on former_emails (ends_at)',

  `create table mails (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    sealed bytea not null,
    leased_until timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index mails_account on mails (account_id)',
  'create index mails_end on mails (expires_at)',
]

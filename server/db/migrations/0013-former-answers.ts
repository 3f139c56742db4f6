import { type Kysely, sql } from 'kysely'

/** Previous security answers, beside the previous e-mail addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table former_answers (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    question_index integer not null,
    answer_sealed bytea not null,
    ends_at timestamptz not null
  )`,
  'create index former_answers_account on former_answers (account_id, id)',
  'create index former_answers_end on former_answers (ends_at)',
]

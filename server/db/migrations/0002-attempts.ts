import { type Kysely, sql } from 'kysely'

/** Failures counted per bucket and window, shared by all instances. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table attempts (
    bucket text primary key,
    count integer not null,
    ends_at timestamptz not null
  ) with (fillfactor = 80)`,
  'create index attempts_end on attempts (ends_at)',
]

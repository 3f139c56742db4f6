import { type Kysely, sql } from 'kysely'

/**
 * How long a text may be and how many security questions there are is decided in `rules/` only. Here a larger limit, or one
 * more question, would turn valid input into an internal error.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts
    drop constraint accounts_username_check, add check (username <> ''),
    drop constraint accounts_question_index_check, add check (question_index >= 0)`.execute(db)
  await sql`alter table posts
    drop constraint posts_title_check, add check (title <> ''),
    drop constraint posts_contents_check, add check (contents <> '')`.execute(db)
}

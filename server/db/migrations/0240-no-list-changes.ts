import { type Kysely, sql } from 'kysely'

/** Pages far down a list are read by OFFSET, so nothing has to note what enters and leaves the places of a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop trigger posts_list_change on posts',
  'drop trigger posts_title_change on posts',
  'drop trigger accounts_titles on accounts',
  'drop trigger post_stats_list_change on post_stats',
  'drop trigger post_stats_like_change on post_stats',
  'drop function note_title_change, forget_titles, note_like_change, note_like_changes',
  'drop table list_changes',
]

import { type Kysely, sql } from 'kysely'

/** What is open is found in the order's own index, a bounded part of it for each page (docs/decisions/0120). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop trigger posts_added_hours on posts',
  'drop trigger posts_edited_hours on posts',
  'drop function note_hours',
  'drop table hour_classes',
  'drop index posts_hours, posts_hours_title, post_stats_hours, post_positions_hours',
  'drop function hour_class, may_be_open',
]

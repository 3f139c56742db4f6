import { type Kysely, sql } from 'kysely'

/**
 * Likes are written in groups, so their changes of lists are noted for all posts of a statement together instead of post
 * by post (docs/decisions/0223).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function note_like_changes() returns trigger language plpgsql as $$
  begin
    insert into list_changes (post_id, like_count, change)
      select post_id, side.like_count, side.change
      from before join after using (post_id),
        lateral (values (before.like_count, -1), (after.like_count, 1)) side (like_count, change)
      where before.like_count <> after.like_count;
    return null;
  end $$`,
  'drop trigger post_stats_like_change on post_stats',
  `create trigger post_stats_like_change after update on post_stats
    referencing old table as before new table as after
    for each statement execute function note_like_changes()`,
]

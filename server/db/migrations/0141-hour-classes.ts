import { type Kysely, sql } from 'kysely'

/**
 * Sorts opening hours into classes: 49 × the half hour in which they start + the number of half hours until they have ended.
 * The 82,944 kinds of hours are 2,352 classes at most, so that the posts that are open at a time are found class by class
 * with a bounded number of questions to an index. `hour_classes` replaces `hours_in_use`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function hour_class(hours integer) returns integer language sql immutable parallel safe
    return 49 * (hours / 288 / 6) + (hours % 288 + 5) / 6`,
  // For hours that start and end on the half hour it is exact, unless they are half an hour long.
  `create function may_be_open(class integer, step integer) returns boolean language sql immutable parallel safe
    return 6 * (class / 49) <= step and 6 * (class % 49) > step
      or class / 49 >= class % 49 - 1 and (6 * (class / 49) <= step or 6 * (class % 49) > step)`,

  'drop index posts_hours, posts_hours_title, post_stats_hours, post_positions_hours',
  `create index posts_hours on posts (hour_class(open_hours), id desc) include (open_hours)
    where open_hours is not null`,
  `create index posts_hours_title on posts (hour_class(open_hours), title collate "ko-x-icu", id desc)
    include (open_hours) where open_hours is not null`,
  `create index post_stats_hours on post_stats (hour_class(open_hours), like_count desc, post_id desc)
    include (open_hours) where open_hours is not null`,
  `create index post_positions_hours on post_positions (hour_class(open_hours)) include (open_hours, post_id, position)
    where open_hours is not null`,

  'create table hour_classes (class integer primary key)',
  'insert into hour_classes select distinct hour_class(hours) from hours_in_use order by 1',
  `create or replace function note_hours() returns trigger language plpgsql as $$
  begin
    insert into hour_classes
      select distinct hour_class(open_hours) from added where open_hours is not null order by 1
      on conflict do nothing;
    return null;
  end $$`,
  'drop table hours_in_use',
]

import { type Kysely, sql } from 'kysely'

/**
 * Opening hours as one number, `open_hours`, in every table by which lists are ordered: 288 × the start + the end, both in
 * steps of five minutes; null unless both are known. `hours_in_use` holds every such number that a post has or had, so that
 * the posts that are open at a time can be found hours by hours, each in its order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const step = (time: string) => `(12 * left(${time}, 2)::integer + right(${time}, 2)::integer / 5)`

const statements = [
  `create function is_open(hours integer, step integer) returns boolean language sql immutable parallel safe
    return case when hours / 288 < hours % 288
      then step >= hours / 288 and step < hours % 288
      else step >= hours / 288 or step < hours % 288 end`,

  `alter table posts add column open_hours integer
    generated always as (288 * ${step('start_time')} + ${step('end_time')}) stored`,
  `create index posts_open_latest on posts (id desc) include (open_hours) where open_hours is not null`,
  `create index posts_hours on posts (open_hours, id desc) where open_hours is not null`,
  `drop index posts_title`,
  `create index posts_title on posts (title collate "ko-x-icu", id desc) include (open_hours)`,
  `create index posts_hours_title on posts (open_hours, title collate "ko-x-icu", id desc) where open_hours is not null`,

  'alter table post_stats add column open_hours integer',
  `update post_stats set open_hours = posts.open_hours from posts
    where posts.id = post_id and posts.open_hours is not null`,
  'drop index post_stats_popular',
  'create index post_stats_popular on post_stats (like_count desc, post_id desc) include (open_hours)',
  `create index post_stats_hours on post_stats (open_hours, like_count desc, post_id desc)
    where open_hours is not null`,

  'alter table post_positions add column open_hours integer',
  `update post_positions set open_hours = posts.open_hours from posts
    where posts.id = post_id and posts.open_hours is not null`,
  'drop index post_positions_position',
  `create index post_positions_position on post_positions using gist (position) include (post_id, open_hours)`,
  `create index post_positions_hours on post_positions (open_hours) include (post_id, position)
    where open_hours is not null`,

  'create table hours_in_use (hours integer primary key)',
  'insert into hours_in_use select distinct open_hours from posts where open_hours is not null order by 1',
  // Hours that are there already are not written again, so writers of the same hours do not wait for each other.
  `create function note_hours() returns trigger language plpgsql as $$
  begin
    insert into hours_in_use
      select distinct open_hours from added where open_hours is not null order by 1
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger posts_added_hours after insert on posts referencing new table as added
    for each statement execute function note_hours()`,
  `create trigger posts_edited_hours after update on posts referencing new table as added
    for each statement execute function note_hours()`,

  `create or replace function place_added_posts() returns trigger language plpgsql as $$
  begin
    insert into post_positions (post_id, position, open_hours)
      select id, map_point(lat, lng), open_hours from added where lat is not null;
    if found then
      perform move_post_cells('{}', array(select map_point(lat, lng) from added where lat is not null));
    end if;
    return null;
  end $$`,
  `create or replace function place_edited_posts() returns trigger language plpgsql as $$
  declare moved bigint[] := array(
    select n.id from added n join removed o using (id) where (n.lat, n.lng) is distinct from (o.lat, o.lng));
  begin
    update post_positions set open_hours = n.open_hours from added n
      where post_id = n.id and post_positions.open_hours is distinct from n.open_hours;
    if moved = '{}' then return null; end if;
    delete from post_positions where post_id = any(moved);
    insert into post_positions (post_id, position, open_hours)
      select id, map_point(lat, lng), open_hours from added where id = any(moved) and lat is not null;
    perform move_post_cells(
      array(select map_point(lat, lng) from removed where id = any(moved) and lat is not null),
      array(select map_point(lat, lng) from added where id = any(moved) and lat is not null));
    return null;
  end $$`,
  `create or replace function place_all_posts() returns void language sql as $$
    lock table posts in share row exclusive mode;
    truncate post_positions, post_cells;
    insert into post_positions (post_id, position, open_hours)
      select id, map_point(lat, lng), open_hours from posts where lat is not null order by id;
    select move_post_cells('{}', array(select position from post_positions));
  $$`,
]

import { type Kysely, sql } from 'kysely'

/**
 * The 시도, 시군구 and 동 in which posts lie, and how many posts each has. `areas` is made from the gazetteer and the borders,
 * and made again when those change; an area keeps its id by its address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table areas (
    id integer generated always as identity primary key,
    parent_id integer references areas on delete cascade,
    path integer[] not null default '{}',
    address text not null unique,
    lat double precision not null,
    lng double precision not null,
    south double precision,
    west double precision,
    north double precision,
    east double precision
  )`,
  'create index areas_parent on areas (parent_id)',

  // By which names an area is known: its own, those of the 법정동 and 행정동 in it, and former ones.
  `create table area_names (
    address text primary key,
    name text not null,
    area_id integer not null references areas on delete cascade
  )`,
  'create index area_names_name on area_names (name)',
  'create index area_names_area on area_names (area_id)',

  // A row for the post's own area and for each one around it. No reference to posts: see set_post_areas.
  `create table post_areas (
    area_id integer not null references areas on delete cascade,
    post_id bigint not null,
    primary key (area_id, post_id)
  )`,
  'create index post_areas_post on post_areas (post_id)',

  `create table area_counts (
    area_id integer not null references areas on delete cascade,
    shard smallint not null,
    count integer not null,
    primary key (area_id, shard)
  ) with (fillfactor = 80)`,

  `create table area_fills (
    single boolean primary key default true check (single),
    version text not null,
    next_id bigint not null
  )`,

  // The one way in which posts enter and leave areas. Counts move in one statement and in the order of their key, so that
  // two writers never wait for each other in a circle.
  `create function set_post_areas(posts bigint[], leaves integer[]) returns void language sql as $$
    with wanted as (
      select post_id, unnest(path) as area_id from unnest(posts, leaves) given (post_id, leaf) join areas on id = leaf
    ), removed as (
      delete from post_areas p
      where post_id = any(posts)
        and not exists (select from wanted w where w.post_id = p.post_id and w.area_id = p.area_id)
      returning area_id
    ), added as (
      insert into post_areas (area_id, post_id) select area_id, post_id from wanted order by area_id, post_id
      on conflict do nothing returning area_id
    )
    insert into area_counts as kept (area_id, shard, count)
    select area_id, pg_backend_pid() % 16, sum(delta)
    from (select area_id, -1 as delta from removed union all select area_id, 1 from added) moved
    group by area_id having sum(delta) <> 0 order by area_id
    on conflict (area_id, shard) do update set count = kept.count + excluded.count
  $$`,
  `create function leave_areas() returns trigger language plpgsql as $$
  begin
    perform set_post_areas(array(select id from removed), '{}');
    return null;
  end $$`,
  `create function leave_all_areas() returns trigger language plpgsql as $$
  begin
    truncate post_areas, area_counts, area_fills;
    return null;
  end $$`,
  // After 'posts_leave_venues', as in an added post.
  `create trigger posts_leave_z_areas after delete on posts referencing old table as removed
    for each statement execute function leave_areas()`,
  `create trigger posts_leave_all_areas after truncate on posts
    for each statement execute function leave_all_areas()`,
]

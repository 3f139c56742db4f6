import { type Kysely, sql } from 'kysely'

/**
 * Imported places and areas, cached responses of online services, and the positions of posts on the map. Reasons for
 * positions and cells: docs/decisions/0010-map-clusters.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const imports = [
  `create table place_sources (
    id integer generated always as identity primary key,
    key text not null unique,
    attribution text not null,
    url text,
    places integer not null default 0,
    areas integer not null default 0,
    imported_at timestamptz
  )`,

  `create table place_imports (
    source_id integer not null references place_sources on delete cascade,
    fingerprint text not null,
    done_bytes bigint not null default 0,
    done_lines bigint not null default 0,
    imported bigint not null default 0,
    passed_over bigint not null default 0,
    malformed bigint not null default 0,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (source_id, fingerprint)
  )`,
]

/**
 * Longitude and Mercator latitude, in degrees. The projection keeps angles, so the nearest of two points is also
 * nearest on the ground at distances below a continent, and a map's view is a box.
 */
const mapPoint = `create function map_point(lat double precision, lng double precision) returns point
  language sql immutable strict parallel safe
  return point(lng, degrees(ln(tan(radians(45 + greatest(-85.05112878, least(85.05112878, lat)) / 2)))))`

const places = [
  `create table places (
    id bigint generated always as identity primary key,
    source_id integer not null references place_sources on delete cascade,
    source_key text not null,
    name text not null,
    branch text,
    category text,
    road_address text,
    address text,
    lat double precision not null check (lat between -90 and 90),
    lng double precision not null check (lng between -180 and 180),
    normal text not null,
    grams text[] not null,
    unique (source_id, source_key)
  )`,
  'alter table places alter column grams set statistics 1000',
  'create index places_grams on places using gin (grams)',
  'create index places_position on places using gist (map_point(lat, lng))',
  'create index places_road on places (road_address collate "C") where road_address is not null',
  'create index places_lot on places (address collate "C") where address is not null',

  `create table place_areas (
    id integer generated always as identity primary key,
    source_id integer not null references place_sources on delete cascade,
    source_key text not null,
    level smallint not null check (level between 1 and 4),
    name text not null,
    address text not null,
    legal_address text,
    code text,
    lat double precision not null check (lat between -90 and 90),
    lng double precision not null check (lng between -180 and 180),
    normal text not null,
    grams text[] not null,
    unique (source_id, source_key)
  )`,
  'create index place_areas_grams on place_areas using gin (grams)',
  'create index place_areas_name on place_areas (name)',

  // One ring per row, in degrees of longitude and latitude; PostgreSQL's polygons have no holes.
  `create table place_rings (
    area_id integer not null references place_areas on delete cascade,
    is_hole boolean not null,
    ring polygon not null
  )`,
  'create index place_rings_area on place_rings (area_id)',
  'create index place_rings_ring on place_rings using gist (ring)',
]

const online = [
  `create table place_lookups (
    provider text not null,
    query text not null,
    answer jsonb not null,
    fetched_at timestamptz not null default now(),
    primary key (provider, query)
  )`,
  'create index place_lookups_age on place_lookups (fetched_at)',
  `create table place_lookup_turns (
    provider text primary key,
    next_at timestamptz not null
  )`,
]

const map = [
  `create table post_positions (
    post_id bigint primary key references posts on delete cascade,
    position point not null
  )`,
  'create index post_positions_position on post_positions using gist (position) include (post_id)',

  `create table post_cells (
    level smallint not null,
    x integer not null,
    y integer not null,
    shard smallint not null,
    count integer not null,
    sum_x double precision not null,
    sum_y double precision not null,
    primary key (level, x, y, shard)
  ) with (fillfactor = 80)`,

  // In one statement and in the order of the key, so that two writers never deadlock.
  `create function move_post_cells(removed point[], added point[]) returns void language sql as $$
    insert into post_cells as kept (level, x, y, shard, count, sum_x, sum_y)
    select level, x, y, pg_backend_pid() % 16, sum(delta), sum(delta * px), sum(delta * py)
    from (
      select level, delta, p[0] as px, p[1] as py,
        least(2 ^ level - 1, floor((p[0] + 180) / 360 * 2 ^ level))::int as x,
        least(2 ^ level - 1, floor((180 - p[1]) / 360 * 2 ^ level))::int as y
      from (select -1 as delta, unnest(removed) as p union all select 1, unnest(added)) moved,
        unnest(array[12, 15, 18]) level
    ) located
    group by level, x, y order by level, x, y
    on conflict (level, x, y, shard) do update
      set count = kept.count + excluded.count, sum_x = kept.sum_x + excluded.sum_x, sum_y = kept.sum_y + excluded.sum_y
  $$`,

  `create function place_added_posts() returns trigger language plpgsql as $$
  begin
    insert into post_positions select id, map_point(lat, lng) from added where lat is not null;
    if found then
      perform move_post_cells('{}', array(select map_point(lat, lng) from added where lat is not null));
    end if;
    return null;
  end $$`,
  `create function place_edited_posts() returns trigger language plpgsql as $$
  declare moved bigint[] := array(
    select n.id from added n join removed o using (id) where (n.lat, n.lng) is distinct from (o.lat, o.lng));
  begin
    if moved = '{}' then return null; end if;
    delete from post_positions where post_id = any(moved);
    insert into post_positions select id, map_point(lat, lng) from added where id = any(moved) and lat is not null;
    perform move_post_cells(
      array(select map_point(lat, lng) from removed where id = any(moved) and lat is not null),
      array(select map_point(lat, lng) from added where id = any(moved) and lat is not null));
    return null;
  end $$`,
  `create function place_deleted_posts() returns trigger language plpgsql as $$
  begin
    perform move_post_cells(array(select map_point(lat, lng) from removed where lat is not null), '{}');
    return null;
  end $$`,
  `create function place_no_posts() returns trigger language plpgsql as $$
  begin
    truncate post_cells;
    return null;
  end $$`,

  // Per statement: deleting an account deletes all its posts at once.
  `create trigger posts_added_on_map after insert on posts referencing new table as added
    for each statement execute function place_added_posts()`,
  `create trigger posts_edited_on_map after update on posts referencing old table as removed new table as added
    for each statement execute function place_edited_posts()`,
  `create trigger posts_deleted_on_map after delete on posts referencing old table as removed
    for each statement execute function place_deleted_posts()`,
  `create trigger posts_truncated_on_map after truncate on posts
    for each statement execute function place_no_posts()`,

  // Existing posts, and any written without the triggers.
  `create function place_all_posts() returns void language sql as $$
    lock table posts in share row exclusive mode;
    truncate post_positions, post_cells;
    insert into post_positions select id, map_point(lat, lng) from posts where lat is not null order by id;
    select move_post_cells('{}', array(select position from post_positions));
  $$`,
  'select place_all_posts()',
]

const statements = [...imports, mapPoint, ...places, ...online, ...map]

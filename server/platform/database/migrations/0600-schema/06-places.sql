-- Places and areas that were imported or come with the project, and kept answers of online services.

create table place_sources (
  id integer generated always as identity primary key,
  key text not null unique,
  attribution text not null,
  url text,
  places integer not null default 0,
  areas integer not null default 0,
  imported_at timestamptz,
  -- Comes with the project; an operator's own imports rank first.
  is_bundled boolean not null default false
);

create table place_imports (
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
);

-- Longitude and Mercator latitude, in degrees. The projection keeps angles, so the nearest of two points is also nearest on
-- the ground at distances below a continent, and a map's view is a box.
create function map_point(lat double precision, lng double precision) returns point
  language sql immutable strict parallel safe
  return point(lng, degrees(ln(tan(radians(45 + greatest(-85.05112878, least(85.05112878, lat)) / 2)))));

create table places (
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
  -- Other search terms, such as a station's lines.
  tags text,
  -- Only the address of a bundled shop is known.
  is_estimated boolean not null default false,
  unique (source_id, source_key)
);
alter table places alter column grams set statistics 1000;
create index places_grams on places using gin (grams);
create index places_position on places using gist (map_point(lat, lng));
create index places_road on places (road_address collate "C") where road_address is not null;
create index places_lot on places (address collate "C") where address is not null;
-- The landmarks around a point are found without the shops.
create index places_landmark_position on places using gist (map_point(lat, lng))
  where category in ('지하철역', '전통시장', '관광지', '관광단지', '공항', '터미널', '대학교', '섬');

create table place_areas (
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
);
create index place_areas_grams on place_areas using gin (grams);
create index place_areas_name on place_areas (name);

-- One ring per row, in degrees of longitude and latitude; PostgreSQL's polygons have no holes.
create table place_rings (
  area_id integer not null references place_areas on delete cascade,
  is_hole boolean not null,
  ring polygon not null
);
create index place_rings_area on place_rings (area_id);
create index place_rings_ring on place_rings using gist (ring);

create table place_lookups (
  provider text not null,
  query text not null,
  answer jsonb not null,
  fetched_at timestamptz not null default now(),
  primary key (provider, query)
);
create index place_lookups_age on place_lookups (fetched_at);

create table place_lookup_turns (
  provider text primary key,
  next_at timestamptz not null
);

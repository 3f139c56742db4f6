-- The 시도, 시군구 and 동 that have pages, made from the gazetteer and the borders. An area keeps its id by its address.

create table areas (
  id integer generated always as identity primary key,
  parent_id integer references areas on delete cascade,
  path integer[] not null default '{}',
  address text not null unique,
  lat double precision not null,
  lng double precision not null,
  south double precision,
  west double precision,
  north double precision,
  east double precision,
  -- The box in which its posts lie, on the map's projection. Borders are simplified: it reaches some 300 metres beyond.
  reach box generated always as
    (box(map_point(south - 0.003, west - 0.003), map_point(north + 0.003, east + 0.003))) stored
);
create index areas_parent on areas (parent_id);
create index areas_reach on areas using gist (reach);

-- By which names an area is known: its own, those of the 법정동 and 행정동 in it, and former ones.
create table area_names (
  address text primary key,
  name text not null,
  area_id integer not null references areas on delete cascade
);
create index area_names_name on area_names (name);
create index area_names_area on area_names (area_id);

-- How far posts have been assigned to areas since the areas' data changed.
create table area_fills (
  single boolean primary key default true check (single),
  version text not null,
  next_id bigint not null
);

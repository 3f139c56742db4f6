-- Roads by whose names addresses are made, and what tells where on a road a number is. The box is in degrees of longitude and
-- latitude.

create table roads (
  id integer generated always as identity primary key,
  source_id integer not null references place_sources on delete cascade,
  name text not null,
  districts text[] not null,
  line text not null,
  start text not null check (start in ('junctions', 'order', 'parent', 'compass')),
  gap integer,
  known integer[] not null,
  box box not null
);
create index roads_name on roads (name);
create index roads_box on roads using gist (box);

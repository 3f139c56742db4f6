-- Official addresses that an operator imports: every entrance, the lots and the named buildings. Rows of a file belong to it without
-- a foreign key, whose check would cost more than the rows; they are shown when the whole file is read, and removed in batches.

create table address_files (
  id integer generated always as identity primary key,
  source_id integer not null references place_sources on delete cascade,
  fingerprint text not null,
  -- Kind and region of the file, such as 'entrc_seoul': a newer edition takes the place of the former one.
  part text not null,
  -- Year and month, such as 202611.
  edition integer not null,
  state text not null default 'reading' check (state in ('reading', 'shown', 'former')),
  unique (source_id, fingerprint)
);

-- A road within a 읍면동.
create table address_streets (
  id integer generated always as identity primary key,
  name text not null,
  district text not null,
  town text not null,
  code bigint not null,
  unique (name, district, town, code)
);
create index address_streets_code on address_streets (code);

create table address_entrances (
  file_id integer not null,
  street_id integer not null,
  -- The number of the building, of which `sub` is the part behind the hyphen, else 0.
  main integer not null,
  sub integer not null,
  is_underground boolean not null,
  -- Of several entrances the one with the smallest number is the main one.
  number integer not null,
  -- Millionths of a degree.
  lat integer not null,
  lng integer not null,
  -- Of a thousandth of a degree (server/product/places/addresses/square.ts).
  square integer not null
);
create index address_entrances_file on address_entrances (file_id);
create index address_entrances_street on address_entrances (street_id, main, sub);
create index address_entrances_square on address_entrances (square);

create table address_names (
  file_id integer not null,
  -- The beginning of a name, or of one of its later words, in its normal form.
  key text not null,
  name text not null,
  street_id integer not null,
  main integer not null,
  sub integer not null,
  lat integer not null,
  lng integer not null
);
create index address_names_file on address_names (file_id);
create index address_names_key on address_names (key collate "C");

-- A 법정동 or 리 with lots.
create table address_towns (
  id integer generated always as identity primary key,
  name text not null,
  district text not null,
  town text not null,
  unique (name, district, town)
);

create table address_lots (
  file_id integer not null,
  town_id integer not null,
  is_mountain boolean not null,
  main integer not null,
  sub integer not null,
  -- The road and number of its building.
  code bigint not null,
  building_main integer not null,
  building_sub integer not null,
  is_underground boolean not null
);
create index address_lots_file on address_lots (file_id);
create index address_lots_town on address_lots (town_id, main, sub);

-- How far the texts of a table that are searched are in the form of this release (server/search/remake-search-texts.ts).
create table search_forms (
  table_name text primary key,
  form integer not null,
  next_id bigint not null
);

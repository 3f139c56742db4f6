-- A file of places that a member brings, until they have chosen what to keep: one of each account, a day at most.
create table member_imports (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'matching', 'ready', 'failed')),
  failure text,
  file bytea,
  bad_rows jsonb not null default '[]',
  started_at timestamptz not null default now(),
  check ((file is null) = (state <> 'waiting')),
  check ((failure is null) = (state <> 'failed'))
);
create index member_imports_start on member_imports (started_at);

create table member_import_rows (
  import_id bigint not null references member_imports on delete cascade,
  nth integer not null,
  state text check (state in ('found', 'unsure', 'missing')),
  source jsonb not null,
  places jsonb not null default '[]',
  primary key (import_id, nth)
);
create index member_import_rows_unmatched on member_import_rows (import_id, nth) where state is null;

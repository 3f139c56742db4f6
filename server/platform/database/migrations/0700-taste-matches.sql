-- '입맛이 비슷해요': of each member those whose taste is like theirs. A job writes both tables.
alter table accounts add column matches_tastes boolean not null default true;
create table taste_matches (
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts on delete cascade,
  score real not null check (score > 0),
  primary key (account_id, author_id),
  check (account_id <> author_id)
);
create index taste_matches_author on taste_matches (author_id);
create table taste_runs (
  account_id bigint primary key references accounts on delete cascade,
  matched_at timestamptz not null default now()
);

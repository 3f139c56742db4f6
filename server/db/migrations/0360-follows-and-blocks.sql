-- What members are to each other, and the line about oneself.

alter table accounts add column about text not null default '';

create table follows (
  -- Orders the lists of followers and of whom somebody follows.
  id bigint generated always as identity unique,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, author_id),
  check (account_id <> author_id)
);

create index follows_author on follows (author_id, id desc);

create table blocks (
  id bigint generated always as identity unique,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, author_id),
  check (account_id <> author_id)
);

create index blocks_author on blocks (author_id, account_id);

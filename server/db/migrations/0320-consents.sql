-- What people agreed to at sign-up.

create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  -- Null for a statement without a text.
  version text,
  agreed_at timestamptz not null default now(),
  unique (account_id, name)
);

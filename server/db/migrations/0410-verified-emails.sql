-- Whether somebody has shown that an e-mail address is theirs; who is a member already is taken at their word.

alter table accounts add column email_verified boolean not null default true;

-- The last mail of an account.
create table email_codes (
  account_id bigint primary key references accounts on delete cascade,
  -- The address that it went to: a former one verifies nothing.
  email_key text not null,
  code_hash text not null,
  token_hash bytea not null unique,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

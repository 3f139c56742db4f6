-- Codes of an authenticator app as a second step of a login.
create table two_steps (
  account_id bigint primary key references accounts on delete cascade,
  secret_sealed bytea not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  account_id bigint not null references two_steps on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

alter table sessions add column two_step boolean not null default false;

-- Moderators of an upgraded site have their grace from now on.
alter table accounts add column role_since timestamptz;
update accounts set role_since = now() where role <> 'member';

-- Public keys with which members sign in, and the challenges that were answered.
create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, id);

create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_end on used_challenges (expires_at);

alter table sessions add column by_passkey boolean not null default false;

-- Links by which people sign up, also while sign-up is closed.
create table invitations (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  note text not null default '',
  uses integer not null check (uses > 0),
  used integer not null default 0 check (used between 0 and uses),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  created_by bigint references accounts on delete set null,
  created_at timestamptz not null default now()
);
create index invitations_creator on invitations (created_by) where created_by is not null;

create table invited_accounts (
  account_id bigint primary key references accounts on delete cascade,
  invitation_id bigint not null references invitations on delete cascade
);
create index invited_accounts_invitation on invited_accounts (invitation_id);

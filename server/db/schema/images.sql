-- Pictures, and where they are shown.

create table images (
  id bigint generated always as identity primary key,
  key text not null unique,
  account_id bigint references accounts on delete set null,
  uploader_hash bytea,
  claimed_at timestamptz,
  width integer not null,
  height integer not null,
  bytes integer not null,
  placeholder text not null,
  created_at timestamptz not null default now()
);
create index images_pending on images (created_at) where claimed_at is null;
create index images_account on images (account_id);

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

-- One picture of a post, an account or a comment: one of ours, or a URL on an allowed host. The first one has position 0. A
-- new kind of owner is a column here.
create table image_uses (
  image_id bigint references images on delete cascade,
  url text,
  post_id bigint references posts on delete cascade,
  account_id bigint references accounts on delete cascade,
  position smallint not null default 0 check (position >= 0),
  comment_id bigint references comments on delete cascade,
  check (num_nonnulls(image_id, url) = 1),
  constraint image_uses_owner check (num_nonnulls(post_id, account_id, comment_id) = 1)
);
create unique index image_uses_post on image_uses (post_id, position) where post_id is not null;
create unique index image_uses_account on image_uses (account_id, position) where account_id is not null;
create unique index image_uses_comment on image_uses (comment_id, position) where comment_id is not null;
create index image_uses_image on image_uses (image_id) where image_id is not null;

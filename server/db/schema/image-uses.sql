-- One picture of a post or an account: one of ours, or a URL on an allowed host. The first one has position 0. A new kind
-- of owner is a column here.
create table image_uses (
  image_id bigint references images on delete cascade,
  url text,
  post_id bigint references posts on delete cascade,
  account_id bigint references accounts on delete cascade,
  position smallint not null default 0 check (position >= 0),
  check (num_nonnulls(image_id, url) = 1),
  check (num_nonnulls(post_id, account_id) = 1)
);
create unique index image_uses_post on image_uses (post_id, position) where post_id is not null;
create unique index image_uses_account on image_uses (account_id, position) where account_id is not null;
create index image_uses_image on image_uses (image_id) where image_id is not null;

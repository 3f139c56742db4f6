-- What admins chose for the look of the site: one row, or none.
create table site_look (
  id smallint primary key default 1 check (id = 1),
  name text,
  welcome text,
  announcement text,
  announcement_ends timestamptz,
  accent text,
  check ((announcement is null) = (announcement_ends is null))
);

create table site_pages (
  place smallint primary key check (place between 1 and 3),
  title text not null,
  text text not null
);

-- The logo.
alter table image_uses add column look_id smallint references site_look on delete cascade;
alter table image_uses drop constraint image_uses_owner;
alter table image_uses add constraint image_uses_owner
  check (num_nonnulls(post_id, account_id, comment_id, look_id) = 1);
create unique index image_uses_look on image_uses (look_id, position) where look_id is not null;

-- What members keep: posts they want to go to, and those they have been to. Liked posts are listed with them.

create table saves (
  account_id bigint not null references accounts on delete cascade,
  list text not null check (list in ('want', 'been')),
  -- No reference: the entry stays when its post goes, with what was kept of the place.
  post_id bigint not null,
  saved_at timestamptz not null default now(),
  -- Null once the author has withdrawn: it is their word, the place is not.
  title text,
  place_name text,
  address text,
  lat double precision,
  lng double precision,
  venue_id bigint,
  primary key (account_id, list, post_id)
);

create index saves_recent on saves (account_id, list, saved_at desc, post_id desc);
create index saves_post on saves (post_id, list);
create index likes_account_recent on likes (account_id, created_at desc, post_id desc);
drop index likes_account;

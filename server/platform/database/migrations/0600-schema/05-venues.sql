-- The places that posts are about, each with a page of its own. A venue exists as long as it has a post. Its rows say nothing
-- that no post says: a withdrawal leaves nothing of an account behind.

create table venues (
  id bigint generated always as identity primary key,
  name_key text not null,
  lat double precision,
  lng double precision,
  shop_key text,
  check ((lat is null) = (lng is null)),
  unique (name_key, shop_key)
);
create index venues_near on venues (name_key, lat);

-- No reference to posts: the trigger below removes the rows of deleted posts, all of a statement at once.
create table venue_posts (
  post_id bigint primary key,
  venue_id bigint not null references venues,
  address_key text
);
create index venue_posts_venue on venue_posts (venue_id, post_id desc);
create index venue_posts_address on venue_posts (address_key) where address_key is not null;

-- A transaction that looks for the venue of a name, makes or removes it, holds this lock; always taken in the same order.
create function lock_venue_names(names text[]) returns void language plpgsql as $$
declare lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(name, 20260130) from unnest(names) name order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
end $$;

create function leave_venues() returns trigger language plpgsql as $$
declare left_venues bigint[] := array(
  select distinct venue_id from venue_posts where post_id in (select id from removed));
begin
  if left_venues = '{}' then return null; end if;
  perform lock_venue_names(array(select name_key from venues where id = any(left_venues)));
  delete from venue_posts where post_id in (select id from removed);
  delete from venues v
    where v.id = any(left_venues) and not exists (select from venue_posts p where p.venue_id = v.id);
  return null;
end $$;

-- Triggers of one event run in the order of their names: this one after 'posts_leave_lists', as in an added post.
create trigger posts_leave_venues after delete on posts referencing old table as removed
  for each statement execute function leave_venues();

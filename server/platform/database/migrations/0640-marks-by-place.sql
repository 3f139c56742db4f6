-- 'want' and 'been' belong to the place of a post, where it has one: a member has one row a place. `post_id` then is one of the
-- place's posts, or the shop's own id where a shop of public data was marked without a post; without a place it is the post, which
-- may be gone. The functions below keep that so when posts come, move and go.

alter table saves
  -- The columns of the place are those of public data about the shop: the row stays when the posts go.
  add column from_shop boolean not null default false,
  add column category text,
  add column facts integer;

-- Made again below: to write them with each row would take most of the time.
drop index saves_recent, saves_post, saves_author;

-- Of several marks of a place the latest stays.
delete from saves s using (
  select m.account_id, m.list, m.post_id,
    row_number() over (partition by m.account_id, m.list, coalesce(v.venue_id, o.id) order by m.saved_at desc, m.post_id desc) as nth
  from saves m left join venue_posts v on v.post_id = m.post_id left join venues o on o.id = m.venue_id
  where coalesce(v.venue_id, o.id) is not null
) ranked
where ranked.nth > 1 and (s.account_id, s.list, s.post_id) = (ranked.account_id, ranked.list, ranked.post_id);

update saves s set venue_id = v.venue_id from venue_posts v where v.post_id = s.post_id;
update saves s set venue_id = null
  where venue_id is not null and not exists (select from venues v where v.id = s.venue_id);

-- One whose post is gone goes on with the newest post of its place.
update saves s set author_id = null, title = null, place_name = null, address = null, lat = null, lng = null,
    post_id = (select max(v.post_id) from venue_posts v where v.venue_id = s.venue_id)
  where venue_id is not null and not exists (select from venue_posts v where v.post_id = s.post_id);

update saves s set from_shop = true, title = null, author_id = null, category = p.category, lat = p.lat, lng = p.lng,
    place_name = case when p.branch is null or right(p.name, length(p.branch)) = p.branch then p.name
      else p.name || ' ' || p.branch end,
    address = coalesce(p.road_address, p.address)
  from venues v
  join place_sources o on starts_with(v.shop_key, o.key || '/')
  join places p on p.source_id = o.id and p.source_key = substr(v.shop_key, length(o.key) + 2)
  -- The ids of shops (server/product/places/shops/shop-id.ts).
  where v.id >= 1000000000000 and s.venue_id = v.id;

create index saves_recent on saves (account_id, list, saved_at desc, post_id desc);
create index saves_post on saves (post_id, list);
create index saves_author on saves (author_id) where author_id is not null;
create unique index saves_places on saves (account_id, list, venue_id) where venue_id is not null;
create index saves_place on saves (venue_id, list) where venue_id is not null;
create index saves_shops on saves (venue_id) where from_shop;

-- How often a member has been at a place, and whether they would go again: the visits of the mark 'been' with that `post_id`.
create table visits (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  post_id bigint not null,
  day date not null default (now() at time zone 'Asia/Seoul')::date,
  again boolean
);
create index visits_mark on visits (account_id, post_id, day desc, id desc);
insert into visits (account_id, post_id, day)
  select account_id, post_id, (saved_at at time zone 'Asia/Seoul')::date from saves where list = 'been'
  order by account_id, post_id;

update collection_entries e set venue_id = v.venue_id from venue_posts v where v.post_id = e.post_id;
update collection_entries e set venue_id = null
  where venue_id is not null and not exists (select from venues v where v.id = e.venue_id);

-- Of several entries of a place the first stays, with all their notes.
update collection_entries e set note = joined.note
  from (
    select collection_id, venue_id, min(position) as position,
      string_agg(note, ' · ' order by position) filter (where note <> '') as note
    from collection_entries where venue_id is not null group by collection_id, venue_id having count(*) > 1
  ) joined
  where e.collection_id = joined.collection_id and e.venue_id = joined.venue_id and e.position = joined.position
    and joined.note is not null;
delete from collection_entries e using (
  select collection_id, post_id,
    row_number() over (partition by collection_id, venue_id order by position, post_id) as nth
  from collection_entries where venue_id is not null
) ranked
where ranked.nth > 1 and (e.collection_id, e.post_id) = (ranked.collection_id, ranked.post_id);
update collection_entries e set author_id = null, title = null, place_name = null, address = null, lat = null, lng = null,
    post_id = (select max(v.post_id) from venue_posts v where v.venue_id = e.venue_id)
  where venue_id is not null and not exists (select from venue_posts v where v.post_id = e.post_id);

create unique index collection_entries_places on collection_entries (collection_id, venue_id) where venue_id is not null;
create index collection_entries_place on collection_entries (venue_id) where venue_id is not null;

-- For posts that have just left these places. A mark goes on with another post of its place. When the place goes with its last
-- post, marks stay with that post; those of a shop stay with the shop.
create function leave_marks(venues bigint[], posts bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from saves where post_id = any(posts))
    and not exists (select from collection_entries where post_id = any(posts)) then return; end if;
  with followed as materialized (
    select l.venue_id, l.post_id, (select max(v.post_id) from venue_posts v where v.venue_id = l.venue_id) as other
    from unnest(venues, posts) l (venue_id, post_id)
  ), visited as (
    update visits w set post_id = coalesce(f.other, s.venue_id)
      from followed f join saves s on s.venue_id = f.venue_id and s.post_id = f.post_id and s.list = 'been'
      where w.account_id = s.account_id and w.post_id = s.post_id and (f.other is not null or s.from_shop)
  ), kept as (
    update saves s set post_id = f.other, author_id = null, title = null,
        place_name = case when from_shop then place_name end, address = case when from_shop then address end,
        lat = case when from_shop then lat end, lng = case when from_shop then lng end
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is not null
  ), of_shops as (
    update saves s set post_id = s.venue_id
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and s.from_shop
  ), freed as (
    update saves s set venue_id = null
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and not s.from_shop
  ), entries as (
    update collection_entries e set post_id = f.other, author_id = null, title = null, place_name = null, address = null,
        lat = null, lng = null
      from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is not null
  )
  update collection_entries e set venue_id = null
    from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is null;
end $$;

-- Marks of a post that has just got a place become those of the place; where a member has marked both, one stays.
create function join_marks(post bigint, venue bigint) returns void language plpgsql as $$
begin
  while exists (select from saves where post_id = post and venue_id is null) loop
    begin
      update visits w set post_id = k.post_id
        from saves s join saves k on k.account_id = s.account_id and k.list = s.list and k.venue_id = venue
        where s.post_id = post and s.venue_id is null and s.list = 'been'
          and w.account_id = s.account_id and w.post_id = s.post_id;
      update saves k set saved_at = s.saved_at from saves s
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list and k.saved_at < s.saved_at;
      delete from saves s using saves k
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list;
      update saves set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- The member has marked the place meanwhile.
    end;
  end loop;
  while exists (select from collection_entries where post_id = post and venue_id is null) loop
    begin
      update collection_entries k
        set note = concat_ws(' · ', nullif(k.note, ''), nullif(e.note, '')), position = least(k.position, e.position)
        from collection_entries e
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      delete from collection_entries e using collection_entries k
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      update collection_entries set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- As above.
    end;
  end loop;
end $$;

create or replace function leave_venues() returns trigger language plpgsql as $$
declare left_venues bigint[]; left_posts bigint[];
begin
  perform lock_venue_names(array(select name_key from venues
    where id in (select venue_id from venue_posts where post_id in (select id from removed))));
  with gone as (delete from venue_posts where post_id in (select id from removed) returning venue_id, post_id)
    select array_agg(venue_id), array_agg(post_id) into left_venues, left_posts from gone;
  if left_venues is null then return null; end if;
  perform leave_marks(left_venues, left_posts);
  delete from venues v
    where v.id = any(left_venues) and not exists (select from venue_posts p where p.venue_id = v.id);
  return null;
end $$;

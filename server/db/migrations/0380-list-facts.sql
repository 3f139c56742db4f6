-- What lists filter by beside the opening hours: kind of food, price and traits, as bits of one number.

-- Where the earlier migration ran before it had this column and dropped these indexes.
drop index if exists posts_title, posts_open_latest;
alter table posts add column if not exists facts integer generated always as (nullif(
  case when kind = 'korean' then 1 else 0 end + case when kind = 'chinese' then 2 else 0 end
  + case when kind = 'japanese' then 4 else 0 end + case when kind = 'western' then 8 else 0 end
  + case when kind = 'snack' then 16 else 0 end + case when kind = 'grill' then 32 else 0 end
  + case when kind = 'seafood' then 64 else 0 end + case when kind = 'cafe' then 128 else 0 end
  + case when kind = 'bar' then 256 else 0 end + case when kind = 'other' then 512 else 0 end
  + case when price = 'under_1' then 1024 else 0 end + case when price = 'from_1_to_2' then 2048 else 0 end
  + case when price = 'from_2_to_3' then 4096 else 0 end + case when price = 'from_3_to_5' then 8192 else 0 end
  + case when price = 'over_5' then 16384 else 0 end + case when 'solo' = any (traits) then 32768 else 0 end
  + case when 'parking' = any (traits) then 65536 else 0 end
  + case when 'reservation' = any (traits) then 131072 else 0 end
  + case when 'takeout' = any (traits) then 262144 else 0 end
  + case when 'pets' = any (traits) then 524288 else 0 end
  + case when 'kids' = any (traits) then 1048576 else 0 end
, 0)) stored;
alter table post_stats add column facts integer;
alter table post_positions add column facts integer;
alter table post_areas add column facts integer;
update post_stats set facts = p.facts from posts p where p.id = post_id and p.facts is not null;
update post_positions set facts = p.facts from posts p where p.id = post_id and p.facts is not null;
update post_areas set facts = p.facts from posts p where p.id = post_id and p.facts is not null;
drop index post_stats_popular, post_positions_position;
create index posts_title on posts (title collate "ko-x-icu", id desc) include (open_hours, facts);

create index posts_told_latest on posts (id desc) include (open_hours, facts)
  where open_hours is not null or facts is not null;

create index post_stats_popular on post_stats (like_count desc, post_id desc) include (open_hours, facts);
create index post_positions_position on post_positions using gist (position) include (post_id, open_hours, facts);

alter table post_areas drop constraint post_areas_pkey,
  add primary key (area_id, post_id) include (open_hours, facts);

create or replace view listed_posts as
  select id, map_point(lat, lng) as position, open_hours, facts from posts;

create or replace function write_lists(posts bigint[], leaves integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  left_positions point[];
begin
  update post_stats s set open_hours = p.open_hours, facts = p.facts from listed_posts p
    where p.id = any(posts) and s.post_id = p.id
      and (s.open_hours, s.facts) is distinct from (p.open_hours, p.facts);
  insert into post_stats (post_id, open_hours, facts)
    select id, open_hours, facts from listed_posts p
    where id = any(posts) and not exists (select from post_stats s where s.post_id = p.id) order by id;

  left_positions := array(select position from post_positions where post_id = any(posts));
  delete from post_positions m where post_id = any(posts)
    and not exists (select from listed_posts p where p.id = m.post_id and p.position is not null);
  insert into post_positions (post_id, position, open_hours, facts)
    select id, position, open_hours, facts from listed_posts where id = any(posts) and position is not null order by id
    on conflict (post_id) do update
      set position = excluded.position, open_hours = excluded.open_hours, facts = excluded.facts
      where post_positions.position <> excluded.position
        or (post_positions.open_hours, post_positions.facts) is distinct from (excluded.open_hours, excluded.facts);
  perform move_post_cells(left_positions, array(select position from post_positions where post_id = any(posts)));

  perform write_areas(posts, leaves);
end $$;

create or replace function write_areas(posts bigint[], leaves integer[]) returns void language sql as $$
  with wanted as (
    select p.id as post_id, unnest(path) as area_id, p.open_hours, p.facts
    from unnest(posts, leaves) given (post_id, leaf)
    join areas on areas.id = leaf join listed_posts p on p.id = given.post_id
  ), removed as (
    delete from post_areas p
    where post_id = any(posts)
      and not exists (select from wanted w where w.post_id = p.post_id and w.area_id = p.area_id)
    returning area_id
  ), changed as (
    update post_areas p set open_hours = w.open_hours, facts = w.facts from wanted w
    where p.area_id = w.area_id and p.post_id = w.post_id
      and (p.open_hours, p.facts) is distinct from (w.open_hours, w.facts)
  ), added as (
    insert into post_areas (area_id, post_id, open_hours, facts)
    select area_id, post_id, open_hours, facts from wanted order by area_id, post_id
    on conflict do nothing returning area_id
  )
  insert into area_counts as kept (area_id, shard, count)
  select area_id, pg_backend_pid() % 16, sum(delta)
  from (select area_id, -1 as delta from removed union all select area_id, 1 from added) moved
  group by area_id having sum(delta) <> 0 order by area_id
  on conflict (area_id, shard) do update set count = kept.count + excluded.count
$$;

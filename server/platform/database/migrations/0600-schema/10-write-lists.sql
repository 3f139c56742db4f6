-- The posts that lists may show, with what lists filter by. A post that must not be shown is left out here, and a new filter
-- is a column here, in the tables of 09-lists.sql, and in `write_lists`.
create view listed_posts as
  select id, map_point(lat, lng) as position, open_hours, facts from posts where not hidden;

-- Writes everything that lists are read from for these posts: after they were added, edited or deleted. `leaves` has the
-- smallest area of each post, or null. Rows are locked in this order, and in the order of their keys. PostgreSQL would plan
-- each statement anew for every post, which takes longer than to run it.
create function write_lists(posts bigint[], leaves integer[]) returns void language plpgsql
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

-- Counts move in one statement and in the order of their key, so that two writers never wait for each other in a circle.
create function move_post_cells(removed point[], added point[]) returns void language sql as $$
  insert into post_cells as kept (level, x, y, shard, count, sum_x, sum_y)
  select level, x, y, pg_backend_pid() % 16, sum(delta), sum(delta * px), sum(delta * py)
  from (
    select level, delta, p[0] as px, p[1] as py,
      least(2 ^ level - 1, floor((p[0] + 180) / 360 * 2 ^ level))::int as x,
      least(2 ^ level - 1, floor((180 - p[1]) / 360 * 2 ^ level))::int as y
    from (select -1 as delta, unnest(removed) as p union all select 1, unnest(added)) moved,
      unnest(array[12, 15, 18]) level
  ) located
  group by level, x, y
  having sum(delta) <> 0 or sum(delta * px) <> 0 or sum(delta * py) <> 0
  order by level, x, y
  on conflict (level, x, y, shard) do update
    set count = kept.count + excluded.count, sum_x = kept.sum_x + excluded.sum_x, sum_y = kept.sum_y + excluded.sum_y
$$;

create function write_areas(posts bigint[], leaves integer[]) returns void language sql as $$
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

create function leave_lists() returns trigger language plpgsql as $$
begin
  perform write_lists(array(select id from removed order by id), '{}');
  return null;
end $$;

-- For each statement: deleting an account deletes all its posts at once.
create trigger posts_leave_lists after delete on posts referencing old table as removed
  for each statement execute function leave_lists();

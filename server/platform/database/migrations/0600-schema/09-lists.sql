-- Lists, maps and counts are read from these tables. Only `write_lists` (10-write-lists.sql) writes them, and likes the counter.

-- Counters, for the order by likes. A like does not rewrite the post.
create table post_stats (
  post_id bigint primary key references posts on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  open_hours integer,
  comment_count integer not null default 0 check (comment_count >= 0),
  tasty_count integer not null default 0 check (tasty_count >= 0),
  facts integer
) with (fillfactor = 80);
create index post_stats_popular on post_stats (like_count desc, post_id desc) include (open_hours, facts);

-- Posts with a position (`map_point`). No reference to posts: `write_lists` needs the rows of deleted posts.
create table post_positions (
  post_id bigint primary key,
  position point not null,
  open_hours integer,
  facts integer
);
create index post_positions_position on post_positions using gist (position) include (post_id, open_hours, facts);

-- Number of posts in each square of the map. `shard` spreads the writers of one square over several rows.
create table post_cells (
  level smallint not null,
  x integer not null,
  y integer not null,
  shard smallint not null,
  count integer not null,
  sum_x double precision not null,
  sum_y double precision not null,
  primary key (level, x, y, shard)
) with (fillfactor = 80);

-- A row for the post's own area and for each one around it. No reference to posts, as above.
create table post_areas (
  area_id integer not null references areas on delete cascade,
  post_id bigint not null,
  open_hours integer,
  facts integer,
  primary key (area_id, post_id) include (open_hours, facts)
);
create index post_areas_post on post_areas (post_id);

create table area_counts (
  area_id integer not null references areas on delete cascade,
  shard smallint not null,
  count integer not null,
  primary key (area_id, shard)
) with (fillfactor = 80);

-- The posts of each area that most people liked, kept or commented on within a week; a job writes them.
create table area_tops (
  area_id integer not null references areas on delete cascade,
  -- From 1. A post that is deleted leaves a gap.
  rank smallint not null,
  post_id bigint not null references posts on delete cascade,
  people integer not null,
  primary key (area_id, rank)
);
create index area_tops_post on area_tops (post_id);

-- `today` and `yesterday` are masks of those days: after midnight a place may be open since the day before.
create function is_open(hours integer, step integer, today integer, yesterday integer) returns boolean
  language sql immutable parallel safe
  return case
    when hours / 288 % 288 = hours % 288 then (hours / 82944 & today) = 0
    when hours / 288 % 288 < hours % 288
      then (hours / 82944 & today) = 0 and step >= hours / 288 % 288 and step < hours % 288
    else ((hours / 82944 & today) = 0 and step >= hours / 288 % 288)
      or ((hours / 82944 & yesterday) = 0 and step < hours % 288)
  end;

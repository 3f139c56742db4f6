-- What a post tells about its place: kind of food, price, dishes, closing days, and what is good there.

alter table posts
  add column kind text,
  add column price text,
  add column dishes jsonb not null default '[]',
  add column closed_on text[] not null default '{}',
  add column traits text[] not null default '{}';

-- Made again by 0380-list-facts; the rewrite would make them too.
drop index posts_title, posts_open_latest;

-- The closing days as a mask, above the two times: what indexes and lists already have tells them too. The column of
-- 0380-list-facts comes here, because one rewrite of all posts is enough. `facts` has kind, price and traits as bits,
-- and is null for a post that tells nothing of it.
alter table posts
  alter column open_hours set expression as (
    (
      case when 'mon' = any (closed_on) then 1 else 0 end + case when 'tue' = any (closed_on) then 2 else 0 end
      + case when 'wed' = any (closed_on) then 4 else 0 end + case when 'thu' = any (closed_on) then 8 else 0 end
      + case when 'fri' = any (closed_on) then 16 else 0 end
      + case when 'sat' = any (closed_on) then 32 else 0 end
      + case when 'sun' = any (closed_on) then 64 else 0 end
      + case when 'holiday' = any (closed_on) then 128 else 0 end
    ) * 82944
    + 288 * (12 * left(start_time, 2)::integer + right(start_time, 2)::integer / 5)
    + (12 * left(end_time, 2)::integer + right(end_time, 2)::integer / 5)
  ),
  add column facts integer generated always as (nullif(
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

drop function is_open(integer, integer);

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

-- Hours by weekday. Each week of hours is kept once, and its number is the `open_hours` of all that have it, below zero: the tables and
-- indexes of lists stay as they are.
create table open_weeks (
  id integer generated always as identity primary key,
  -- 2,880 minutes for each weekday from Monday, of which the second half belongs to the next day; 20,160 is in those that
  -- close on holidays.
  spans int4multirange not null unique
);

alter table posts add column week_hours jsonb;
alter table posts add column week_id integer;
alter table posts alter column open_hours drop expression;

create function set_open_hours() returns trigger language plpgsql as $$
begin
  new.open_hours := case
    when new.week_id is not null then -new.week_id
    else (
        case when 'mon' = any (new.closed_on) then 1 else 0 end + case when 'tue' = any (new.closed_on) then 2 else 0 end
        + case when 'wed' = any (new.closed_on) then 4 else 0 end + case when 'thu' = any (new.closed_on) then 8 else 0 end
        + case when 'fri' = any (new.closed_on) then 16 else 0 end
        + case when 'sat' = any (new.closed_on) then 32 else 0 end
        + case when 'sun' = any (new.closed_on) then 64 else 0 end
        + case when 'holiday' = any (new.closed_on) then 128 else 0 end
      ) * 82944
      + 288 * (12 * left(new.start_time, 2)::integer + right(new.start_time, 2)::integer / 5)
      + (12 * left(new.end_time, 2)::integer + right(new.end_time, 2)::integer / 5)
  end;
  return new;
end $$;
create trigger posts_open_hours before insert or update of start_time, end_time, closed_on, week_id on posts
  for each row execute function set_open_hours();

-- Words of members on a place's hours, beside their posts. No reference to venues: that of a shop may come and go, and two
-- accounts that are erased at once would wait for each other.
create table hour_words (
  venue_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  week_hours jsonb,
  closed_on text[] not null default '{}',
  -- They were not the hours that the place had.
  changed boolean not null,
  said_at timestamptz not null default now(),
  primary key (venue_id, account_id)
);
create index hour_words_newest on hour_words (venue_id, said_at desc);
create index hour_words_account on hour_words (account_id);

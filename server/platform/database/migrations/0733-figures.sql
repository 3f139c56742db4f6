-- Figures of each day in Seoul, counted when it is over. The salt and the marks of visitors, which it made of networks and browsers,
-- exist only while the day lasts.
create table site_days (
  day date primary key,
  salt bytea,
  visitors integer,
  signups integer,
  posts integer,
  -- The last ones of the day: the next day counts from there.
  last_account_id bigint,
  last_post_id bigint,
  -- Of the members who signed up 1, 7 and 30 days before: how many there are, and how many came on this day.
  members integer[],
  returned integer[]
);

create table visitor_marks (
  day date not null references site_days on delete cascade,
  mark bytea not null,
  primary key (day, mark)
);

-- Who searched for what in vain today.
create table missed_searches (
  day date not null references site_days on delete cascade,
  keyword text not null,
  mark bytea not null,
  primary key (day, keyword, mark)
);

create table missed_keywords (
  day date not null references site_days on delete cascade,
  keyword text not null,
  people integer not null,
  primary key (day, keyword)
);

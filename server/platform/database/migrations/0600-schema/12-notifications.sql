-- Notifications in groups of one kind about one post, the kinds that a member has switched off, and where they are sent.

create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('like', 'comment', 'follow', 'post', 'moderation')),
  post_id bigint references posts on delete cascade,
  -- When somebody was added to the group last.
  at timestamptz not null default now(),
  is_read boolean not null default false,
  read_to timestamptz,
  check ((post_id is null) = (kind in ('follow', 'moderation')))
) with (fillfactor = 80);
create unique index notifications_group on notifications (account_id, kind, coalesce(post_id, 0));
create index notifications_latest on notifications (account_id, at desc, id desc);
create index notifications_unread on notifications (account_id, at desc) where not is_read;
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_age on notifications (at);

create table notification_actors (
  notification_id bigint not null references notifications on delete cascade,
  actor_id bigint not null references accounts on delete cascade,
  -- The member of the group: one actor's notifications for one member are limited.
  account_id bigint not null,
  -- The last one, which takes its row with it.
  comment_id bigint references comments on delete cascade,
  at timestamptz not null default now(),
  taken_back smallint not null default 0,
  primary key (notification_id, actor_id)
);
create index notification_actors_latest on notification_actors (notification_id, at desc, actor_id);
create index notification_actors_actor on notification_actors (actor_id, account_id, at);
create index notification_actors_comment on notification_actors (comment_id) where comment_id is not null;

create table muted_notifications (
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('like', 'comment', 'follow', 'post')),
  primary key (account_id, kind)
);

-- Browsers that take notifications, each with the session in which it was asked to: it ends with that.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  session_id bigint not null unique references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Notifications until then have been sent.
  told_until timestamptz not null default now(),
  -- Nothing is sent before: after a push for a while, after failures for longer and longer.
  next_at timestamptz not null default now(),
  failures smallint not null default 0
);
create index push_subscriptions_account on push_subscriptions (account_id, id);
create index push_subscriptions_next on push_subscriptions (next_at);

-- Members who have chosen a mail about each week.
create table weekly_mails (
  -- Named by the links that end it, so that a second choice gets new links.
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts on delete cascade,
  -- The mail has the TOP 10 of this area.
  area_id integer references areas on delete set null,
  -- The week until then has been told.
  told_until timestamptz not null default now()
);
create index weekly_mails_due on weekly_mails (told_until);

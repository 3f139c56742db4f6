-- What others did for a member, in groups by what and about which post; and the kinds that a member has switched off.

create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('like', 'comment', 'follow', 'post')),
  post_id bigint references posts on delete cascade,
  -- When somebody was added to the group last.
  at timestamptz not null default now(),
  is_read boolean not null default false,
  check ((post_id is null) = (kind = 'follow'))
) with (fillfactor = 80);

create unique index notifications_group on notifications (account_id, kind, coalesce(post_id, 0));
create index notifications_latest on notifications (account_id, at desc, id desc);
create index notifications_unread on notifications (account_id, at desc) where not is_read;
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_age on notifications (at);

create table notification_actors (
  notification_id bigint not null references notifications on delete cascade,
  actor_id bigint not null references accounts on delete cascade,
  -- Whom the group notifies: one actor's notifications for one member are limited.
  account_id bigint not null,
  -- The last one, which takes its row with it.
  comment_id bigint references comments on delete cascade,
  at timestamptz not null default now(),
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

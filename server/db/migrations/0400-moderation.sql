-- Roles of members, reports, what moderators hid or decided, and the record of it. A hidden post has no row in the
-- tables that lists, maps, searches and counts are read from, so only queries of `posts` alone have to leave it out.

alter table accounts
  add column role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- Until then they write nothing; the year 9999: for good.
  add column suspended_until timestamptz,
  -- A sign-up that waits for a moderator's approval.
  add column is_pending boolean not null default false,
  -- Their page is not shown to others.
  add column hidden boolean not null default false,
  -- They have reported something, or something of theirs was hidden: what they read is not shared with others.
  add column has_own_view boolean not null default false;

create index accounts_staff on accounts (id) where role <> 'member';
create index accounts_pending on accounts (id) where is_pending;
alter table posts add column hidden boolean not null default false;
alter table comments add column hidden boolean not null default false;
alter table collections add column hidden boolean not null default false;

create or replace view listed_posts as
  select id, map_point(lat, lng) as position, open_hours, facts from posts where not hidden;

create index posts_latest on posts (id desc) where not hidden;
drop index posts_title, posts_told_latest;
create index posts_title on posts (title collate "ko-x-icu", id desc) include (open_hours, facts) where not hidden;

create index posts_told_latest on posts (id desc) include (open_hours, facts)
  where (open_hours is not null or facts is not null) and not hidden;

create table reports (
  id bigint generated always as identity primary key,
  -- Null: the site itself held it for a word.
  reporter_id bigint references accounts on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'collection', 'author')),
  post_id bigint references posts on delete cascade,
  comment_id bigint references comments on delete cascade,
  collection_id bigint references collections on delete cascade,
  -- Who wrote it, or who is reported.
  author_id bigint not null references accounts on delete cascade,
  item_id bigint not null generated always as (case kind when 'post' then post_id when 'comment' then comment_id
    when 'collection' then collection_id else author_id end) stored,
  reason text not null,
  text text not null default '',
  -- Keyed hash of the reporter's network: one network counts once.
  network text,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);

create unique index reports_once on reports (reporter_id, kind, item_id);
create index reports_item on reports (kind, item_id);
create index reports_open on reports (id) where handled_at is null;
create index reports_author on reports (author_id);
create index reports_post on reports (post_id) where post_id is not null;
create index reports_comment on reports (comment_id) where comment_id is not null;
create index reports_collection on reports (collection_id) where collection_id is not null;

-- What was decided about a member, who is told why and may answer once. No reference to the item, which may be gone.
create table decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'collection', 'author')),
  item_id bigint not null,
  action text not null check (action in ('hide', 'hold', 'remove', 'suspend')),
  title text not null,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  answer text,
  answered_at timestamptz,
  answer_read_at timestamptz
);

create index decisions_account on decisions (account_id, id desc);
create index decisions_item on decisions (kind, item_id);
create index decisions_answers on decisions (answered_at) where answered_at is not null and answer_read_at is null;

create table moderation_record (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Numbers of accounts, which a withdrawal leaves without a name; null: the command line, or the site itself.
  actor_id bigint,
  about_id bigint,
  action text not null,
  kind text,
  item_id bigint,
  reason text not null default ''
);

create index moderation_record_about on moderation_record (about_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the record of moderation is never changed' using errcode = '42501';
  end $$;

create trigger moderation_record_stays before update or delete or truncate on moderation_record
  for each statement execute function refuse_change();

create table moderation_rules (
  kind text not null check (kind in ('word', 'domain', 'network')),
  value text not null check (value <> ''),
  created_at timestamptz not null default now(),
  primary key (kind, value)
);

-- One row, or none.
create table moderation_settings (
  single boolean primary key default true check (single),
  signup text not null default 'open' check (signup in ('open', 'approval', 'closed'))
);

alter table notifications
  drop constraint notifications_kind_check, drop constraint notifications_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'follow', 'post', 'moderation')),
  add constraint notifications_check check ((post_id is null) = (kind in ('follow', 'moderation')));

-- Reports, what moderators decided, and the record of it. A hidden post has no row in the tables that lists, maps, searches and
-- counts are read from, so only queries of `posts` alone have to leave it out.

create table reports (
  id bigint generated always as identity primary key,
  -- Null: the site itself held it for a word.
  reporter_id bigint references accounts on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'collection', 'author')),
  post_id bigint references posts on delete cascade,
  comment_id bigint references comments on delete cascade,
  collection_id bigint references collections on delete cascade,
  -- The author of the item, or the reported member.
  author_id bigint not null references accounts on delete cascade,
  item_id bigint not null generated always as (case kind when 'post' then post_id when 'comment' then comment_id
    when 'collection' then collection_id else author_id end) stored,
  reason text not null,
  text text not null default '',
  -- Keyed hash of the reporter's network: one network counts once.
  network text,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  -- Nothing wrong was found: reporters see it again, and may report it again a few times.
  dismissed boolean not null default false,
  times smallint not null default 1,
  -- Moderators do not see it again.
  taken_back boolean not null default false
);
create unique index reports_once on reports (reporter_id, kind, item_id);
create index reports_item on reports (kind, item_id);
create index reports_open on reports (id) where handled_at is null;
create index reports_author on reports (author_id);
create index reports_post on reports (post_id) where post_id is not null;
create index reports_comment on reports (comment_id) where comment_id is not null;
create index reports_collection on reports (collection_id) where collection_id is not null;

-- Decisions about a member, who is told why and may answer once. No reference to the item, which may be gone.
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

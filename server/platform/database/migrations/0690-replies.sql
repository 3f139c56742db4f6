-- One level of replies to comments, and the members whom a comment replies to or names.

-- A comment that has been replied to. Its row stays with the replies when the comment itself is deleted.
create table comment_threads (
  -- That of the comment.
  id bigint primary key,
  post_id bigint not null references posts on delete cascade
);
create index comment_threads_post on comment_threads (post_id, id desc);

alter table comments add column thread_id bigint references comment_threads on delete cascade;
create index comments_replies on comments (thread_id, id) where thread_id is not null;
create index comments_first on comments (post_id, id desc) where thread_id is null;

create table comment_addressees (
  comment_id bigint not null references comments on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('reply', 'mention')),
  -- Their nickname as the text has it after '@'; null for a reply that does not name them.
  name text,
  primary key (comment_id, account_id),
  check (name is not null or kind = 'reply')
);
create index comment_addressees_account on comment_addressees (account_id);

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (
    kind in ('like', 'comment', 'reply', 'mention', 'follow', 'post', 'moderation', 'plan'));

alter table muted_notifications
  drop constraint muted_notifications_kind_check,
  add constraint muted_notifications_kind_check check (
    kind in ('like', 'comment', 'reply', 'mention', 'follow', 'post', 'plan'));

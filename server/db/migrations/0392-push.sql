-- Browsers that take notifications, each with the session in which it was asked to: it ends with that.

create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  session_id bigint not null unique references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- What happened until then has been told.
  told_until timestamptz not null default now(),
  -- Nothing is sent before: after a push for a while, after failures for longer and longer.
  next_at timestamptz not null default now(),
  failures smallint not null default 0
);

create index push_subscriptions_account on push_subscriptions (account_id, id);
create index push_subscriptions_next on push_subscriptions (next_at);

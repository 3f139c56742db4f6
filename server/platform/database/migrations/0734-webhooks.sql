-- Addresses of other programs that are told what happens, and what waits to be sent.
create table webhooks (
  id bigint generated always as identity primary key,
  url text not null,
  secret_sealed bytea not null,
  events text[] not null check (events <@ array['post', 'report', 'signup'] and events <> '{}'),
  created_at timestamptz not null default now(),
  -- Of the last attempt.
  outcome text,
  tried_at timestamptz
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  data jsonb not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now()
);
create index webhook_deliveries_next on webhook_deliveries (next_at);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id);

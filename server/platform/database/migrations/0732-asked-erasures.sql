-- Accounts whose erasure one admin has asked for, and another one has not confirmed yet.
create table asked_erasures (
  account_id bigint primary key references accounts on delete cascade,
  asked_by bigint not null references accounts on delete cascade,
  reason text not null,
  asked_at timestamptz not null default now()
);
create index asked_erasures_admin on asked_erasures (asked_by);

-- Accounts, their sessions and recovery, and mail waiting to be sent.

create table accounts (
  id bigint generated always as identity primary key,
  handle text not null unique check (handle ~ '^[A-Za-z0-9_-]{22}$'),
  email text not null,
  email_key text not null unique,
  username text not null check (username <> ''),
  -- Null means no login by password: a temporary one was used and no new one is chosen yet.
  password_hash text,
  question_index smallint not null check (question_index >= 0),
  answer_sealed bytea not null,
  created_at timestamptz not null default now()
);

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  token_hash bytea not null unique,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  persistent boolean not null,
  restricted boolean not null default false,
  user_agent text,
  temporary_hash text check (temporary_hash is null or restricted)
);
create index sessions_account on sessions (account_id);
create index sessions_previous on sessions (previous_hash) where previous_hash is not null;

create table recovery_tickets (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts on delete cascade,
  token_hash bytea not null unique,
  temporary_hash text not null,
  temporary_sealed bytea not null,
  tries integer not null default 0,
  mails integer not null default 0,
  expires_at timestamptz not null
);
create index recovery_tickets_end on recovery_tickets (expires_at);

create table former_emails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  ends_at timestamptz not null
);
create index former_emails_account on former_emails (account_id, id);
create index former_emails_email on former_emails (lower(email));
create index former_emails_end on former_emails (ends_at);

create table former_answers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  question_index integer not null,
  answer_sealed bytea not null,
  ends_at timestamptz not null
);
create index former_answers_account on former_answers (account_id, id);
create index former_answers_end on former_answers (ends_at);

create table mails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  sealed bytea not null,
  leased_until timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mails_account on mails (account_id);
create index mails_end on mails (expires_at);

-- What changed in accounts, until it is collected into a mail.
create table notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  recipient text not null,
  address_sealed bytea not null,
  change text not null,
  expires_at timestamptz not null,
  unique (recipient, account_id, change)
);
create index notices_account on notices (account_id);
create index notices_end on notices (expires_at);

-- At most one row, which tells at a start whether the secret is the one that sealed the data.
create table secret_check (
  only_one boolean primary key default true check (only_one),
  value bytea not null
);

-- Failures counted for each bucket and window, shared by all instances.
create table attempts (
  bucket text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 80);
create index attempts_end on attempts (ends_at);

-- Counts one failure in each bucket, or in none if one is full. Returns 0, or the seconds until the full one empties. One
-- round trip, because many simultaneous logins wait for it.
create function reserve_attempts(names text[], seconds integer[], limits integer[]) returns integer
language plpgsql as $$
declare
  seconds_left integer := 0;
begin
  for i in 1 .. cardinality(names) loop
    insert into attempts (bucket, count, ends_at) values (names[i], 1, now() + seconds[i] * interval '1 second')
    on conflict (bucket) do update set
      count = case when attempts.ends_at <= now() then 1 else attempts.count + 1 end,
      ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
    where attempts.ends_at <= now() or attempts.count < limits[i];
    if not found then
      select ceil(extract(epoch from ends_at - now()))::integer into seconds_left from attempts where bucket = names[i];
      raise exception using errcode = 'LIMIT';
    end if;
  end loop;
  return 0;
exception when sqlstate 'LIMIT' then
  return greatest(1, seconds_left);
end $$;

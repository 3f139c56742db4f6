-- Accounts with their sessions and recovery, what members are to each other, and mail waiting to be sent.

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
  created_at timestamptz not null default now(),
  about text not null default '',
  role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- Until then they write nothing; the year 9999: for good.
  suspended_until timestamptz,
  -- A sign-up that waits for a moderator's approval.
  is_pending boolean not null default false,
  -- Their page is not shown to others.
  hidden boolean not null default false,
  -- They have reported something, or something of theirs was hidden: what they read is not shared with others.
  has_own_view boolean not null default false,
  -- The address was shown to be theirs, or was theirs before the site asked.
  email_verified boolean not null default true,
  email_since timestamptz not null default now()
);
create index accounts_staff on accounts (id) where role <> 'member';
create index accounts_pending on accounts (id) where is_pending;
create index accounts_hidden on accounts (id) where hidden;

-- Agreements of a member.
create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  -- Null for a statement without a text.
  version text,
  agreed_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  unique (account_id, name)
);

create table follows (
  -- Orders the lists of followers and of followed authors.
  id bigint generated always as identity unique,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, author_id),
  check (account_id <> author_id)
);
create index follows_account on follows (account_id, id desc);
create index follows_author on follows (author_id, id desc);

create table blocks (
  id bigint generated always as identity unique,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, author_id),
  check (account_id <> author_id)
);
create index blocks_account on blocks (account_id, id desc);
create index blocks_author on blocks (author_id, account_id);

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

-- The last mail to the unverified address of an account.
create table email_codes (
  account_id bigint primary key references accounts on delete cascade,
  -- The address that it went to: a former one verifies nothing.
  email_key text not null,
  code_hash text not null,
  token_hash bytea not null unique,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

create table mails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  sealed bytea not null,
  leased_until timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Weekly mails wait behind all others.
  weekly boolean not null default false
);
create index mails_account on mails (account_id);
create index mails_end on mails (expires_at);

-- Changes of accounts, until they are collected into a mail.
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

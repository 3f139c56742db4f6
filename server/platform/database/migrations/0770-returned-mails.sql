-- Mails that came back from the address of a member, or were reported there as spam.
create table returned_mails (
  account_id bigint not null references accounts on delete cascade,
  -- The name in its Message-ID.
  mail text not null,
  -- The address that it went to: for another one it says nothing.
  email_key text not null,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  at timestamptz not null default now(),
  -- The member has tried the address again, or verified it.
  is_settled boolean not null default false,
  primary key (account_id, mail)
);
create index returned_mails_age on returned_mails (at);

-- The member waits for it: it is sent although earlier mails came back.
alter table mails add column asked boolean not null default false;

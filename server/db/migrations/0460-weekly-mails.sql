-- Who has chosen a mail about each week, and which of the waiting mails are such: these wait behind all others.

create table weekly_mails (
  -- Named by the links that end it: whoever chooses it again gets new links.
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts on delete cascade,
  -- Whose TOP 10 the mail has.
  area_id integer references areas on delete set null,
  -- What happened until then has been told.
  told_until timestamptz not null default now()
);

create index weekly_mails_due on weekly_mails (told_until);
alter table mails add column weekly boolean not null default false;

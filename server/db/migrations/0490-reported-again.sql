-- What moderators found nothing wrong with is shown to its reporters again, who may report it again a few times.

alter table reports
  add column dismissed boolean not null default false,
  add column times smallint not null default 1;

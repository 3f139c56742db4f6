alter table notifications add column read_to timestamptz;
alter table notification_actors add column taken_back smallint not null default 0;
alter table accounts add column email_since timestamptz not null default now();

-- Decisions of moderators about shops of public data that members had called gone. They stay when these members leave.
create table shop_decisions (
  shop_id bigint primary key,
  gone boolean not null,
  decided_at timestamptz not null default now()
);
insert into shop_decisions (shop_id, gone, decided_at)
  select shop_id, not bool_or(dismissed), max(handled_at) from shop_words where handled_at is not null group by shop_id;

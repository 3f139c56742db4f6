-- What members say of shops of public data that are gone or have moved. A shop's id is made from its name and position
-- (server/product/places/shops/shop-id.ts), so no table refers to it.
create table shop_words (
  shop_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  word text not null check (word in ('gone', 'moved')),
  name text not null,
  -- Keyed hash of the member's network, as in `reports`.
  network text not null,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  -- The shop was there: the word counts no more.
  dismissed boolean not null default false,
  primary key (shop_id, account_id)
);
create index shop_words_account on shop_words (account_id);
create index shop_words_open on shop_words (shop_id) where handled_at is null;

-- The list of a bundled shop with its month (rules/shop-registers.ts), until then null.
alter table places add column register text;

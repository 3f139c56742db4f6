import { type Kysely, sql } from 'kysely'

/**
 * Accounts, sessions, images, posts with their counters and search terms, likes. Reasons: ARCHITECTURE.md, "Data
 * model".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table accounts (
    id bigint generated always as identity primary key,
    handle text not null unique check (handle ~ '^[A-Za-z0-9_-]{22}$'),
    email text not null,
    email_key text not null unique,
    username text not null check (char_length(username) between 1 and 20),
    password_hash text not null,
    question_index smallint not null check (question_index between 0 and 5),
    answer_sealed bytea not null,
    image_id bigint,
    image_url text,
    created_at timestamptz not null default now()
  )`,

  `create table sessions (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    token_hash bytea not null unique,
    previous_hash bytea,
    rotated_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    persistent boolean not null,
    restricted boolean not null default false,
    user_agent text
  )`,
  'create index sessions_account on sessions (account_id)',
  'create index sessions_previous on sessions (previous_hash) where previous_hash is not null',

  `create table images (
    id bigint generated always as identity primary key,
    key text not null unique,
    account_id bigint references accounts on delete set null,
    uploader_hash bytea,
    claimed_at timestamptz,
    width integer not null,
    height integer not null,
    bytes integer not null,
    placeholder text not null,
    created_at timestamptz not null default now()
  )`,
  'create index images_pending on images (created_at) where claimed_at is null',
  'create index images_account on images (account_id)',
  'alter table accounts add foreign key (image_id) references images on delete set null',
  'create index accounts_image on accounts (image_id) where image_id is not null',

  `create table posts (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    title text not null check (char_length(title) between 1 and 20),
    contents text not null check (char_length(contents) between 1 and 300),
    image_id bigint references images on delete set null,
    image_url text,
    address text,
    place_name text,
    place_key text generated always as (lower(replace(place_name, ' ', ''))) stored,
    lat double precision,
    lng double precision,
    start_time text check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][05]$'),
    end_time text check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][05]$'),
    created_at timestamptz not null default now(),
    updated_at timestamptz,
    check ((lat is null) = (lng is null))
  )`,
  'create index posts_account on posts (account_id, id desc)',
  'create index posts_title on posts (title collate "ko-x-icu", id desc)',
  'create index posts_address on posts (address, id desc) where address is not null',
  'create index posts_place on posts (place_key, id desc) where place_key is not null',
  'create index posts_image on posts (image_id) where image_id is not null',

  `create table post_stats (
    post_id bigint primary key references posts on delete cascade,
    like_count integer not null default 0 check (like_count >= 0)
  ) with (fillfactor = 80)`,
  'create index post_stats_popular on post_stats (like_count desc, post_id desc)',

  `create table post_search (
    post_id bigint primary key references posts on delete cascade,
    normal text not null,
    grams text[] not null
  )`,
  'alter table post_search alter column grams set statistics 1000',
  'create index post_search_grams on post_search using gin (grams) with (fastupdate = off)',

  `create table likes (
    post_id bigint not null references posts on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    created_at timestamptz not null default now(),
    primary key (post_id, account_id)
  )`,
  'create index likes_account on likes (account_id)',
  'create index likes_recent on likes (post_id, created_at desc)',

  `create table idempotency_keys (
    account_id bigint not null references accounts on delete cascade,
    key text not null check (char_length(key) between 1 and 64),
    result_id bigint not null,
    created_at timestamptz not null default now(),
    primary key (account_id, key)
  )`,
  'create index idempotency_keys_age on idempotency_keys (created_at)',
]

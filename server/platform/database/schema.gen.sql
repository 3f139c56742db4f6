-- What all migrations together have made. Written by `npm test -- integration migrations.test --update`.

create table accounts (
  id bigint not null generated always as identity,
  about text not null default ''::text,
  answer_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  email text not null,
  email_key text not null,
  email_since timestamp with time zone not null default now(),
  email_verified boolean not null default true,
  handle text not null,
  has_own_view boolean not null default false,
  hidden boolean not null default false,
  is_pending boolean not null default false,
  matches_tastes boolean not null default true,
  password_hash text,
  question_index smallint not null,
  role text not null default 'member'::text,
  role_since timestamp with time zone,
  sign_outs integer not null default 0,
  suspended_until timestamp with time zone,
  tastes text[] not null default '{}'::text[],
  username text not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key_key UNIQUE (email_key),
  constraint accounts_handle_check CHECK ((handle ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint accounts_handle_key UNIQUE (handle),
  constraint accounts_question_index_check CHECK ((question_index >= 0)),
  constraint accounts_role_check CHECK ((role = ANY (ARRAY['member'::text, 'moderator'::text, 'admin'::text]))),
  constraint accounts_username_check CHECK ((username <> ''::text))
);
CREATE INDEX accounts_hidden ON public.accounts USING btree (id) WHERE hidden;
CREATE INDEX accounts_pending ON public.accounts USING btree (id) WHERE is_pending;
CREATE INDEX accounts_staff ON public.accounts USING btree (id) WHERE (role <> 'member'::text);
CREATE INDEX accounts_username ON public.accounts USING btree (username);

create table address_entrances (
  file_id integer not null,
  is_underground boolean not null,
  lat integer not null,
  lng integer not null,
  main integer not null,
  number integer not null,
  square integer not null,
  street_id integer not null,
  sub integer not null
);
CREATE INDEX address_entrances_file ON public.address_entrances USING btree (file_id);
CREATE INDEX address_entrances_square ON public.address_entrances USING btree (square);
CREATE INDEX address_entrances_street ON public.address_entrances USING btree (street_id, main, sub);

create table address_files (
  id integer not null generated always as identity,
  edition integer not null,
  fingerprint text not null,
  part text not null,
  source_id integer not null,
  state text not null default 'reading'::text,
  constraint address_files_pkey PRIMARY KEY (id),
  constraint address_files_source_id_fingerprint_key UNIQUE (source_id, fingerprint),
  constraint address_files_source_id_fkey FOREIGN KEY (source_id) REFERENCES place_sources(id) ON DELETE CASCADE,
  constraint address_files_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'shown'::text, 'former'::text])))
);

create table address_lots (
  building_main integer not null,
  building_sub integer not null,
  code bigint not null,
  file_id integer not null,
  is_mountain boolean not null,
  is_underground boolean not null,
  main integer not null,
  sub integer not null,
  town_id integer not null
);
CREATE INDEX address_lots_file ON public.address_lots USING btree (file_id);
CREATE INDEX address_lots_town ON public.address_lots USING btree (town_id, main, sub);

create table address_names (
  file_id integer not null,
  key text not null,
  lat integer not null,
  lng integer not null,
  main integer not null,
  name text not null,
  street_id integer not null,
  sub integer not null
);
CREATE INDEX address_names_file ON public.address_names USING btree (file_id);
CREATE INDEX address_names_key ON public.address_names USING btree (key COLLATE "C");

create table address_streets (
  id integer not null generated always as identity,
  code bigint not null,
  district text not null,
  name text not null,
  town text not null,
  constraint address_streets_pkey PRIMARY KEY (id),
  constraint address_streets_name_district_town_code_key UNIQUE (name, district, town, code)
);
CREATE INDEX address_streets_code ON public.address_streets USING btree (code);

create table address_towns (
  id integer not null generated always as identity,
  district text not null,
  name text not null,
  town text not null,
  constraint address_towns_pkey PRIMARY KEY (id),
  constraint address_towns_name_district_town_key UNIQUE (name, district, town)
);

create table area_counts (
  area_id integer not null,
  count integer not null,
  shard smallint not null,
  constraint area_counts_pkey PRIMARY KEY (area_id, shard),
  constraint area_counts_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE CASCADE
) with (fillfactor=80);

create table area_fills (
  next_id bigint not null,
  single boolean not null default true,
  version text not null,
  constraint area_fills_pkey PRIMARY KEY (single),
  constraint area_fills_single_check CHECK (single)
);

create table area_names (
  address text not null,
  area_id integer not null,
  name text not null,
  constraint area_names_pkey PRIMARY KEY (address),
  constraint area_names_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE CASCADE
);
CREATE INDEX area_names_area ON public.area_names USING btree (area_id);
CREATE INDEX area_names_name ON public.area_names USING btree (name);

create table area_tops (
  area_id integer not null,
  people integer not null,
  post_id bigint not null,
  rank smallint not null,
  constraint area_tops_pkey PRIMARY KEY (area_id, rank),
  constraint area_tops_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE CASCADE,
  constraint area_tops_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX area_tops_post ON public.area_tops USING btree (post_id);

create table areas (
  id integer not null generated always as identity,
  address text not null,
  east double precision,
  lat double precision not null,
  lng double precision not null,
  north double precision,
  parent_id integer,
  path integer[] not null default '{}'::integer[],
  reach box generated always as (box(map_point((south - (0.003)::double precision), (west - (0.003)::double precision)), map_point((north + (0.003)::double precision), (east + (0.003)::double precision)))) stored,
  south double precision,
  west double precision,
  constraint areas_pkey PRIMARY KEY (id),
  constraint areas_address_key UNIQUE (address),
  constraint areas_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES areas(id) ON DELETE CASCADE
);
CREATE INDEX areas_parent ON public.areas USING btree (parent_id);
CREATE INDEX areas_reach ON public.areas USING gist (reach);

create table asked_erasures (
  account_id bigint not null,
  asked_at timestamp with time zone not null default now(),
  asked_by bigint not null,
  reason text not null,
  constraint asked_erasures_pkey PRIMARY KEY (account_id),
  constraint asked_erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint asked_erasures_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX asked_erasures_admin ON public.asked_erasures USING btree (asked_by);

create table attempts (
  bucket text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint attempts_pkey PRIMARY KEY (bucket)
) with (fillfactor=80);
CREATE INDEX attempts_end ON public.attempts USING btree (ends_at);

create table blocks (
  id bigint not null generated always as identity,
  account_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint blocks_pkey PRIMARY KEY (account_id, author_id),
  constraint blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint blocks_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint blocks_check CHECK ((account_id <> author_id)),
  constraint blocks_id_key UNIQUE (id)
);
CREATE INDEX blocks_account ON public.blocks USING btree (account_id, id DESC);
CREATE INDEX blocks_author ON public.blocks USING btree (author_id, account_id);

create table collection_entries (
  added_by bigint,
  address text,
  author_id bigint,
  category text,
  collection_id bigint not null,
  from_shop boolean not null default false,
  lat double precision,
  lng double precision,
  note text not null,
  place_name text,
  position integer not null,
  post_id bigint not null,
  title text,
  venue_id bigint,
  constraint collection_entries_pkey PRIMARY KEY (collection_id, post_id),
  constraint collection_entries_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint collection_entries_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE
);
CREATE INDEX collection_entries_added ON public.collection_entries USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX collection_entries_author ON public.collection_entries USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX collection_entries_place ON public.collection_entries USING btree (venue_id) WHERE (venue_id IS NOT NULL);
CREATE INDEX collection_entries_post ON public.collection_entries USING btree (post_id);
CREATE UNIQUE INDEX collection_entries_places ON public.collection_entries USING btree (collection_id, venue_id) WHERE (venue_id IS NOT NULL);

create table collection_hearts (
  account_id bigint not null,
  at timestamp with time zone not null default now(),
  collection_id bigint not null,
  post_id bigint not null,
  constraint collection_hearts_pkey PRIMARY KEY (collection_id, post_id, account_id),
  constraint collection_hearts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint collection_hearts_collection_id_post_id_fkey FOREIGN KEY (collection_id, post_id) REFERENCES collection_entries(collection_id, post_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX collection_hearts_account ON public.collection_hearts USING btree (account_id, collection_id);

create table collections (
  id bigint not null generated by default as identity,
  about text not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  from_lat double precision,
  from_lng double precision,
  from_name text,
  grams text[] not null,
  hidden boolean not null default false,
  key text not null,
  members_add boolean not null default false,
  name text not null,
  normal text not null,
  plan_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  visibility text not null,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint collections_key_check CHECK ((key ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint collections_key_key UNIQUE (key),
  constraint collections_name_check CHECK ((name <> ''::text)),
  constraint collections_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'link'::text, 'public'::text])))
);
CREATE INDEX collections_account ON public.collections USING btree (account_id, id DESC);
CREATE INDEX collections_grams ON public.collections USING gin (grams) WHERE (visibility = 'public'::text);
CREATE INDEX collections_latest ON public.collections USING btree (updated_at DESC, id DESC) WHERE (visibility = 'public'::text);

create table comment_addressees (
  account_id bigint not null,
  comment_id bigint not null,
  kind text not null,
  name text,
  constraint comment_addressees_pkey PRIMARY KEY (comment_id, account_id),
  constraint comment_addressees_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint comment_addressees_check CHECK (((name IS NOT NULL) OR (kind = 'reply'::text))),
  constraint comment_addressees_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_addressees_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'mention'::text])))
);
CREATE INDEX comment_addressees_account ON public.comment_addressees USING btree (account_id);

create table comment_threads (
  id bigint not null,
  post_id bigint not null,
  constraint comment_threads_pkey PRIMARY KEY (id),
  constraint comment_threads_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX comment_threads_post ON public.comment_threads USING btree (post_id, id DESC);

create table comments (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  hidden boolean not null default false,
  post_id bigint not null,
  tasty boolean not null default false,
  text text not null,
  thread_id bigint,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint comments_check CHECK (((text <> ''::text) OR tasty)),
  constraint comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint comments_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES comment_threads(id) ON DELETE CASCADE
);
CREATE INDEX comments_account ON public.comments USING btree (account_id, post_id);
CREATE INDEX comments_first ON public.comments USING btree (post_id, id DESC) WHERE (thread_id IS NULL);
CREATE INDEX comments_hidden ON public.comments USING btree (id) WHERE hidden;
CREATE INDEX comments_post ON public.comments USING btree (post_id, id DESC);
CREATE INDEX comments_replies ON public.comments USING btree (thread_id, id) WHERE (thread_id IS NOT NULL);
CREATE INDEX comments_tasty_latest ON public.comments USING btree (post_id, id DESC) INCLUDE (account_id) WHERE tasty;
CREATE UNIQUE INDEX comments_tasty ON public.comments USING btree (post_id, account_id) WHERE tasty;

create table consents (
  id bigint not null generated always as identity,
  account_id bigint not null,
  agreed_at timestamp with time zone not null default now(),
  name text not null,
  version text,
  withdrawn_at timestamp with time zone,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint consents_account_id_name_key UNIQUE (account_id, name)
);

create table decisions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  action text not null,
  answer text,
  answer_read_at timestamp with time zone,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  item_id bigint not null,
  kind text not null,
  reason text not null,
  title text not null,
  undone_at timestamp with time zone,
  until timestamp with time zone,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint decisions_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'hold'::text, 'remove'::text, 'suspend'::text]))),
  constraint decisions_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'collection'::text, 'author'::text])))
);
CREATE INDEX decisions_account ON public.decisions USING btree (account_id, id DESC);
CREATE INDEX decisions_answers ON public.decisions USING btree (answered_at) WHERE ((answered_at IS NOT NULL) AND (answer_read_at IS NULL));
CREATE INDEX decisions_item ON public.decisions USING btree (kind, item_id);

create table email_codes (
  account_id bigint not null,
  code_hash text not null,
  created_at timestamp with time zone not null default now(),
  email_key text not null,
  token_hash bytea not null,
  tries integer not null default 0,
  constraint email_codes_pkey PRIMARY KEY (account_id),
  constraint email_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint email_codes_token_hash_key UNIQUE (token_hash)
);

create table follows (
  id bigint not null generated always as identity,
  account_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint follows_pkey PRIMARY KEY (account_id, author_id),
  constraint follows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint follows_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint follows_check CHECK ((account_id <> author_id)),
  constraint follows_id_key UNIQUE (id)
);
CREATE INDEX follows_account ON public.follows USING btree (account_id, id DESC);
CREATE INDEX follows_author ON public.follows USING btree (author_id, id DESC);

create table former_answers (
  id bigint not null generated always as identity,
  account_id bigint not null,
  answer_sealed bytea not null,
  ends_at timestamp with time zone not null,
  question_index integer not null,
  constraint former_answers_pkey PRIMARY KEY (id),
  constraint former_answers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX former_answers_account ON public.former_answers USING btree (account_id, id);
CREATE INDEX former_answers_end ON public.former_answers USING btree (ends_at);

create table former_emails (
  id bigint not null generated always as identity,
  account_id bigint not null,
  email text not null,
  ends_at timestamp with time zone not null,
  constraint former_emails_pkey PRIMARY KEY (id),
  constraint former_emails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX former_emails_account ON public.former_emails USING btree (account_id, id);
CREATE INDEX former_emails_email ON public.former_emails USING btree (lower(email));
CREATE INDEX former_emails_end ON public.former_emails USING btree (ends_at);

create table hour_words (
  account_id bigint not null,
  changed boolean not null,
  closed_on text[] not null default '{}'::text[],
  said_at timestamp with time zone not null default now(),
  venue_id bigint not null,
  week_hours jsonb,
  constraint hour_words_pkey PRIMARY KEY (venue_id, account_id),
  constraint hour_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX hour_words_account ON public.hour_words USING btree (account_id);
CREATE INDEX hour_words_newest ON public.hour_words USING btree (venue_id, said_at DESC);

create table idempotency_keys (
  account_id bigint not null,
  contents_hash bytea,
  created_at timestamp with time zone not null default now(),
  key text not null,
  result_id bigint not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key),
  constraint idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 64)))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table image_uses (
  account_id bigint,
  comment_id bigint,
  image_id bigint,
  look_id smallint,
  position smallint not null default 0,
  post_id bigint,
  url text,
  constraint image_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint image_uses_check CHECK ((num_nonnulls(image_id, url) = 1)),
  constraint image_uses_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint image_uses_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE,
  constraint image_uses_look_id_fkey FOREIGN KEY (look_id) REFERENCES site_look(id) ON DELETE CASCADE,
  constraint image_uses_owner CHECK ((num_nonnulls(post_id, account_id, comment_id, look_id) = 1)),
  constraint image_uses_position_check CHECK (("position" >= 0)),
  constraint image_uses_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX image_uses_image ON public.image_uses USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE UNIQUE INDEX image_uses_account ON public.image_uses USING btree (account_id, "position") WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX image_uses_comment ON public.image_uses USING btree (comment_id, "position") WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX image_uses_look ON public.image_uses USING btree (look_id, "position") WHERE (look_id IS NOT NULL);
CREATE UNIQUE INDEX image_uses_post ON public.image_uses USING btree (post_id, "position") WHERE (post_id IS NOT NULL);

create table images (
  id bigint not null generated always as identity,
  account_id bigint,
  bytes integer not null,
  claimed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  height integer not null,
  key text not null,
  placeholder text not null,
  uploader_hash bytea,
  width integer not null,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint images_key_key UNIQUE (key)
);
CREATE INDEX images_account ON public.images USING btree (account_id);
CREATE INDEX images_pending ON public.images USING btree (created_at) WHERE (claimed_at IS NULL);

create table invitations (
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  created_by bigint,
  ends_at timestamp with time zone not null,
  note text not null default ''::text,
  revoked_at timestamp with time zone,
  token_hash bytea not null,
  used integer not null default 0,
  uses integer not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_check CHECK (((used >= 0) AND (used <= uses))),
  constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_uses_check CHECK ((uses > 0))
);
CREATE INDEX invitations_creator ON public.invitations USING btree (created_by) WHERE (created_by IS NOT NULL);

create table invited_accounts (
  account_id bigint not null,
  invitation_id bigint not null,
  constraint invited_accounts_pkey PRIMARY KEY (account_id),
  constraint invited_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint invited_accounts_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE
);
CREATE INDEX invited_accounts_invitation ON public.invited_accounts USING btree (invitation_id);

create table likes (
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  post_id bigint not null,
  constraint likes_pkey PRIMARY KEY (post_id, account_id),
  constraint likes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX likes_account_recent ON public.likes USING btree (account_id, created_at DESC, post_id DESC);
CREATE INDEX likes_recent ON public.likes USING btree (post_id, created_at DESC);

create table linked_logins (
  id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  provider text not null,
  subject text not null,
  constraint linked_logins_pkey PRIMARY KEY (id),
  constraint linked_logins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint linked_logins_account_id_provider_key UNIQUE (account_id, provider),
  constraint linked_logins_provider_check CHECK ((provider = ANY (ARRAY['kakao'::text, 'naver'::text]))),
  constraint linked_logins_provider_subject_key UNIQUE (provider, subject)
);

create table mails (
  id bigint not null generated always as identity,
  account_id bigint not null,
  asked boolean not null default false,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  sealed bytea not null,
  weekly boolean not null default false,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX mails_account ON public.mails USING btree (account_id);
CREATE INDEX mails_end ON public.mails USING btree (expires_at);

create table member_import_rows (
  import_id bigint not null,
  nth integer not null,
  places jsonb not null default '[]'::jsonb,
  source jsonb not null,
  state text,
  constraint member_import_rows_pkey PRIMARY KEY (import_id, nth),
  constraint member_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES member_imports(id) ON DELETE CASCADE,
  constraint member_import_rows_state_check CHECK ((state = ANY (ARRAY['found'::text, 'unsure'::text, 'missing'::text])))
);
CREATE INDEX member_import_rows_unmatched ON public.member_import_rows USING btree (import_id, nth) WHERE (state IS NULL);

create table member_imports (
  id bigint not null generated always as identity,
  account_id bigint not null,
  bad_rows jsonb not null default '[]'::jsonb,
  failure text,
  file bytea,
  started_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  constraint member_imports_pkey PRIMARY KEY (id),
  constraint member_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint member_imports_account_id_key UNIQUE (account_id),
  constraint member_imports_check CHECK (((file IS NULL) = (state <> 'waiting'::text))),
  constraint member_imports_check1 CHECK (((failure IS NULL) = (state <> 'failed'::text))),
  constraint member_imports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'matching'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX member_imports_start ON public.member_imports USING btree (started_at);

create table missed_keywords (
  day date not null,
  keyword text not null,
  people integer not null,
  constraint missed_keywords_pkey PRIMARY KEY (day, keyword),
  constraint missed_keywords_day_fkey FOREIGN KEY (day) REFERENCES site_days(day) ON DELETE CASCADE
);

create unlogged table missed_searches (
  day date not null,
  keyword text not null,
  mark bytea not null,
  constraint missed_searches_pkey PRIMARY KEY (day, keyword, mark),
  constraint missed_searches_day_fkey FOREIGN KEY (day) REFERENCES site_days(day) ON DELETE CASCADE
);

create table moderation_record (
  id bigint not null generated always as identity,
  about_id bigint,
  action text not null,
  actor_id bigint,
  at timestamp with time zone not null default now(),
  item_id bigint,
  kind text,
  reason text not null default ''::text,
  constraint moderation_record_pkey PRIMARY KEY (id)
);
CREATE INDEX moderation_record_about ON public.moderation_record USING btree (about_id, id DESC);
CREATE TRIGGER moderation_record_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.moderation_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table moderation_rules (
  created_at timestamp with time zone not null default now(),
  kind text not null,
  value text not null,
  constraint moderation_rules_pkey PRIMARY KEY (kind, value),
  constraint moderation_rules_kind_check CHECK ((kind = ANY (ARRAY['word'::text, 'domain'::text, 'network'::text]))),
  constraint moderation_rules_value_check CHECK ((value <> ''::text))
);

create table moderation_settings (
  signup text not null default 'open'::text,
  single boolean not null default true,
  constraint moderation_settings_pkey PRIMARY KEY (single),
  constraint moderation_settings_signup_check CHECK ((signup = ANY (ARRAY['open'::text, 'approval'::text, 'closed'::text]))),
  constraint moderation_settings_single_check CHECK (single)
);

create table muted_notifications (
  account_id bigint not null,
  kind text not null,
  constraint muted_notifications_pkey PRIMARY KEY (account_id, kind),
  constraint muted_notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint muted_notifications_kind_check CHECK ((kind = ANY (ARRAY['like'::text, 'comment'::text, 'reply'::text, 'mention'::text, 'follow'::text, 'post'::text, 'plan'::text])))
);

create table notices (
  id bigint not null generated always as identity,
  account_id bigint not null,
  address_sealed bytea not null,
  change text not null,
  expires_at timestamp with time zone not null,
  recipient text not null,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint notices_recipient_account_id_change_key UNIQUE (recipient, account_id, change)
);
CREATE INDEX notices_account ON public.notices USING btree (account_id);
CREATE INDEX notices_end ON public.notices USING btree (expires_at);

create table notification_actors (
  account_id bigint not null,
  actor_id bigint not null,
  at timestamp with time zone not null default now(),
  comment_id bigint,
  notification_id bigint not null,
  taken_back smallint not null default 0,
  constraint notification_actors_pkey PRIMARY KEY (notification_id, actor_id),
  constraint notification_actors_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint notification_actors_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notification_actors_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
);
CREATE INDEX notification_actors_actor ON public.notification_actors USING btree (actor_id, account_id, at);
CREATE INDEX notification_actors_comment ON public.notification_actors USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notification_actors_latest ON public.notification_actors USING btree (notification_id, at DESC, actor_id);

create table notifications (
  id bigint not null generated always as identity,
  account_id bigint not null,
  at timestamp with time zone not null default now(),
  collection_id bigint,
  is_read boolean not null default false,
  kind text not null,
  post_id bigint,
  read_to timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint notifications_check CHECK ((((post_id IS NULL) = (kind = ANY (ARRAY['follow'::text, 'moderation'::text, 'plan'::text]))) AND ((collection_id IS NULL) = (kind <> 'plan'::text)))),
  constraint notifications_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['like'::text, 'comment'::text, 'reply'::text, 'mention'::text, 'follow'::text, 'post'::text, 'moderation'::text, 'plan'::text]))),
  constraint notifications_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
) with (fillfactor=80);
CREATE INDEX notifications_age ON public.notifications USING btree (at);
CREATE INDEX notifications_collection ON public.notifications USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX notifications_latest ON public.notifications USING btree (account_id, at DESC, id DESC);
CREATE INDEX notifications_post ON public.notifications USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (account_id, at DESC) WHERE (NOT is_read);
CREATE UNIQUE INDEX notifications_group ON public.notifications USING btree (account_id, kind, COALESCE(post_id, collection_id, (0)::bigint));

create table open_weeks (
  id integer not null generated always as identity,
  spans int4multirange not null,
  constraint open_weeks_pkey PRIMARY KEY (id),
  constraint open_weeks_spans_key UNIQUE (spans)
);

create table passkeys (
  id bigint not null generated always as identity,
  account_id bigint not null,
  backed_up boolean not null,
  backup_eligible boolean not null,
  counter bigint not null,
  created_at timestamp with time zone not null default now(),
  credential_id bytea not null,
  last_used_at timestamp with time zone,
  name text not null,
  public_key bytea not null,
  transports text[] not null,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id, id);

create table place_areas (
  id integer not null generated always as identity,
  address text not null,
  code text,
  grams text[] not null,
  lat double precision not null,
  legal_address text,
  level smallint not null,
  lng double precision not null,
  name text not null,
  normal text not null,
  source_id integer not null,
  source_key text not null,
  constraint place_areas_pkey PRIMARY KEY (id),
  constraint place_areas_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint place_areas_level_check CHECK (((level >= 1) AND (level <= 4))),
  constraint place_areas_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint place_areas_source_id_fkey FOREIGN KEY (source_id) REFERENCES place_sources(id) ON DELETE CASCADE,
  constraint place_areas_source_id_source_key_key UNIQUE (source_id, source_key)
);
CREATE INDEX place_areas_grams ON public.place_areas USING gin (grams);
CREATE INDEX place_areas_name ON public.place_areas USING btree (name);

create table place_imports (
  done_bytes bigint not null default 0,
  done_lines bigint not null default 0,
  fingerprint text not null,
  finished_at timestamp with time zone,
  imported bigint not null default 0,
  malformed bigint not null default 0,
  passed_over bigint not null default 0,
  source_id integer not null,
  started_at timestamp with time zone not null default now(),
  constraint place_imports_pkey PRIMARY KEY (source_id, fingerprint),
  constraint place_imports_source_id_fkey FOREIGN KEY (source_id) REFERENCES place_sources(id) ON DELETE CASCADE
);

create table place_lookup_turns (
  next_at timestamp with time zone not null,
  provider text not null,
  constraint place_lookup_turns_pkey PRIMARY KEY (provider)
);

create table place_lookups (
  answer jsonb not null,
  fetched_at timestamp with time zone not null default now(),
  provider text not null,
  query text not null,
  constraint place_lookups_pkey PRIMARY KEY (provider, query)
);
CREATE INDEX place_lookups_age ON public.place_lookups USING btree (fetched_at);

create table place_rings (
  area_id integer not null,
  is_hole boolean not null,
  ring polygon not null,
  constraint place_rings_area_id_fkey FOREIGN KEY (area_id) REFERENCES place_areas(id) ON DELETE CASCADE
);
CREATE INDEX place_rings_area ON public.place_rings USING btree (area_id);
CREATE INDEX place_rings_ring ON public.place_rings USING gist (ring);

create table place_sources (
  id integer not null generated always as identity,
  areas integer not null default 0,
  attribution text not null,
  imported_at timestamp with time zone,
  is_bundled boolean not null default false,
  key text not null,
  places integer not null default 0,
  url text,
  constraint place_sources_pkey PRIMARY KEY (id),
  constraint place_sources_key_key UNIQUE (key)
);

create table places (
  id bigint not null generated always as identity,
  address text,
  branch text,
  category text,
  grams text[] not null /* statistics 200 */,
  is_estimated boolean not null default false,
  lat double precision not null,
  lng double precision not null,
  name text not null,
  normal text not null,
  register text,
  road_address text,
  source_id integer not null,
  source_key text not null,
  tags text,
  constraint places_pkey PRIMARY KEY (id),
  constraint places_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint places_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint places_source_id_fkey FOREIGN KEY (source_id) REFERENCES place_sources(id) ON DELETE CASCADE,
  constraint places_source_id_source_key_key UNIQUE (source_id, source_key)
);
CREATE INDEX places_grams ON public.places USING gin (grams);
CREATE INDEX places_landmark_position ON public.places USING gist (map_point(lat, lng)) WHERE (category = ANY (ARRAY['지하철역'::text, '전통시장'::text, '관광지'::text, '관광단지'::text, '공항'::text, '터미널'::text, '대학교'::text, '섬'::text]));
CREATE INDEX places_lot ON public.places USING btree (address COLLATE "C") WHERE (address IS NOT NULL);
CREATE INDEX places_position ON public.places USING gist (map_point(lat, lng));
CREATE INDEX places_road ON public.places USING btree (road_address COLLATE "C") WHERE (road_address IS NOT NULL);

create table post_areas (
  area_id integer not null,
  facts integer,
  open_hours integer,
  post_id bigint not null,
  constraint post_areas_pkey PRIMARY KEY (area_id, post_id) INCLUDE (open_hours, facts),
  constraint post_areas_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE CASCADE
);
CREATE INDEX post_areas_post ON public.post_areas USING btree (post_id);

create table post_cells (
  count integer not null,
  level smallint not null,
  shard smallint not null,
  sum_x double precision not null,
  sum_y double precision not null,
  x integer not null,
  y integer not null,
  constraint post_cells_pkey PRIMARY KEY (level, x, y, shard)
) with (fillfactor=80);

create table post_positions (
  facts integer,
  open_hours integer,
  position point not null,
  post_id bigint not null,
  constraint post_positions_pkey PRIMARY KEY (post_id)
);
CREATE INDEX post_positions_position ON public.post_positions USING gist ("position") INCLUDE (post_id, open_hours, facts);

create table post_search (
  grams text[] not null /* statistics 1000 */,
  normal text not null,
  post_id bigint not null,
  constraint post_search_pkey PRIMARY KEY (post_id),
  constraint post_search_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_search_grams ON public.post_search USING gin (grams) WITH (fastupdate='on', gin_pending_list_limit='64');

create table post_stats (
  again_score integer not null default 0,
  comment_count integer not null default 0,
  facts integer,
  like_count integer not null default 0,
  open_hours integer,
  post_id bigint not null,
  tasty_count integer not null default 0,
  constraint post_stats_pkey PRIMARY KEY (post_id),
  constraint post_stats_comment_count_check CHECK ((comment_count >= 0)),
  constraint post_stats_like_count_check CHECK ((like_count >= 0)),
  constraint post_stats_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_stats_tasty_count_check CHECK ((tasty_count >= 0))
) with (fillfactor=80);
CREATE INDEX post_stats_again ON public.post_stats USING btree (again_score DESC, post_id DESC) INCLUDE (open_hours, facts);
CREATE INDEX post_stats_popular ON public.post_stats USING btree (like_count DESC, post_id DESC) INCLUDE (open_hours, facts);

create table posts (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  address text,
  closed_on text[] not null default '{}'::text[],
  contents text not null,
  created_at timestamp with time zone not null default now(),
  dishes jsonb not null default '[]'::jsonb,
  end_time text,
  facts integer,
  hidden boolean not null default false,
  kind text,
  lat double precision,
  lng double precision,
  menus smallint[] not null default '{}'::smallint[],
  open_hours integer,
  place_key text generated always as (lower(replace(place_name, ' '::text, ''::text))) stored,
  place_name text,
  price text,
  start_time text,
  telephone text,
  title text not null,
  traits text[] not null default '{}'::text[],
  updated_at timestamp with time zone,
  week_hours jsonb,
  week_id integer,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint posts_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint posts_contents_check CHECK ((contents <> ''::text)),
  constraint posts_end_time_check CHECK ((end_time ~ '^([01][0-9]|2[0-3]):[0-5][05]$'::text)),
  constraint posts_start_time_check CHECK ((start_time ~ '^([01][0-9]|2[0-3]):[0-5][05]$'::text)),
  constraint posts_title_check CHECK ((title <> ''::text))
);
CREATE INDEX posts_account ON public.posts USING btree (account_id, id DESC) INCLUDE (hidden);
CREATE INDEX posts_address_position ON public.posts USING btree (address, lat DESC, id DESC) INCLUDE (lng) WHERE (address IS NOT NULL);
CREATE INDEX posts_hidden ON public.posts USING btree (id) WHERE hidden;
CREATE INDEX posts_latest ON public.posts USING btree (id DESC) WHERE (NOT hidden);
CREATE INDEX posts_place_position ON public.posts USING btree (place_key, lat DESC, id DESC) INCLUDE (lng) WHERE (place_key IS NOT NULL);
CREATE INDEX posts_title ON public.posts USING btree (title COLLATE "ko-x-icu", id DESC) INCLUDE (open_hours, facts) WHERE (NOT hidden);
CREATE INDEX posts_told_latest ON public.posts USING btree (id DESC) INCLUDE (open_hours, facts) WHERE (((open_hours IS NOT NULL) OR (facts IS NOT NULL)) AND (NOT hidden));
CREATE TRIGGER hidden AFTER UPDATE OF hidden ON public.posts FOR EACH ROW WHEN ((old.hidden IS DISTINCT FROM new.hidden)) EXECUTE FUNCTION note_removal();
CREATE TRIGGER moved AFTER UPDATE OF lat, lng, address ON public.posts FOR EACH ROW WHEN ((((old.lat IS DISTINCT FROM new.lat) OR (old.lng IS DISTINCT FROM new.lng)) OR (old.address IS DISTINCT FROM new.address))) EXECUTE FUNCTION note_removal();
CREATE TRIGGER posts_leave_lists AFTER DELETE ON public.posts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION leave_lists();
CREATE TRIGGER posts_leave_venues AFTER DELETE ON public.posts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION leave_venues();
CREATE TRIGGER posts_open_hours BEFORE INSERT OR UPDATE OF start_time, end_time, closed_on, week_id ON public.posts FOR EACH ROW EXECUTE FUNCTION set_open_hours();
CREATE TRIGGER removed AFTER DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION note_removal();

create table push_subscriptions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  auth text not null,
  endpoint text not null,
  failures smallint not null default 0,
  next_at timestamp with time zone not null default now(),
  p256dh text not null,
  session_id bigint not null,
  told_until timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_session_id_key UNIQUE (session_id)
);
CREATE INDEX push_subscriptions_account ON public.push_subscriptions USING btree (account_id, id);
CREATE INDEX push_subscriptions_next ON public.push_subscriptions USING btree (next_at);

create unlogged table rate_limits (
  bucket text not null,
  full_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket)
) with (fillfactor=50);

create table recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES two_steps(account_id) ON DELETE CASCADE
);

create table recovery_tickets (
  id bigint not null generated always as identity,
  account_id bigint not null,
  expires_at timestamp with time zone not null,
  mails integer not null default 0,
  temporary_hash text not null,
  temporary_sealed bytea not null,
  token_hash bytea not null,
  tries integer not null default 0,
  constraint recovery_tickets_pkey PRIMARY KEY (id),
  constraint recovery_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint recovery_tickets_account_id_key UNIQUE (account_id),
  constraint recovery_tickets_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX recovery_tickets_end ON public.recovery_tickets USING btree (expires_at);

create table reports (
  id bigint not null generated always as identity,
  author_id bigint not null,
  collection_id bigint,
  comment_id bigint,
  created_at timestamp with time zone not null default now(),
  dismissed boolean not null default false,
  handled_at timestamp with time zone,
  item_id bigint not null generated always as (
CASE kind
    WHEN 'post'::text THEN post_id
    WHEN 'comment'::text THEN comment_id
    WHEN 'collection'::text THEN collection_id
    ELSE author_id
END) stored,
  kind text not null,
  network text,
  post_id bigint,
  reason text not null,
  reporter_id bigint,
  taken_back boolean not null default false,
  text text not null default ''::text,
  times smallint not null default 1,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint reports_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint reports_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint reports_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'collection'::text, 'author'::text]))),
  constraint reports_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX reports_author ON public.reports USING btree (author_id);
CREATE INDEX reports_collection ON public.reports USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX reports_comment ON public.reports USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX reports_item ON public.reports USING btree (kind, item_id);
CREATE INDEX reports_open ON public.reports USING btree (id) WHERE (handled_at IS NULL);
CREATE INDEX reports_post ON public.reports USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE UNIQUE INDEX reports_once ON public.reports USING btree (reporter_id, kind, item_id);

create table returned_mails (
  account_id bigint not null,
  at timestamp with time zone not null default now(),
  email_key text not null,
  is_settled boolean not null default false,
  kind text not null,
  mail text not null,
  constraint returned_mails_pkey PRIMARY KEY (account_id, mail),
  constraint returned_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint returned_mails_kind_check CHECK ((kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text])))
);
CREATE INDEX returned_mails_age ON public.returned_mails USING btree (at);

create table roads (
  id integer not null generated always as identity,
  box box not null,
  districts text[] not null,
  gap integer,
  known integer[] not null,
  line text not null,
  name text not null,
  source_id integer not null,
  start text not null,
  constraint roads_pkey PRIMARY KEY (id),
  constraint roads_source_id_fkey FOREIGN KEY (source_id) REFERENCES place_sources(id) ON DELETE CASCADE,
  constraint roads_start_check CHECK ((start = ANY (ARRAY['junctions'::text, 'order'::text, 'parent'::text, 'compass'::text])))
);
CREATE INDEX roads_box ON public.roads USING gist (box);
CREATE INDEX roads_name ON public.roads USING btree (name);

create table saves (
  account_id bigint not null,
  address text,
  author_id bigint,
  category text,
  facts integer,
  from_shop boolean not null default false,
  lat double precision,
  list text not null,
  lng double precision,
  place_name text,
  post_id bigint not null,
  saved_at timestamp with time zone not null default now(),
  title text,
  venue_id bigint,
  constraint saves_pkey PRIMARY KEY (account_id, list, post_id),
  constraint saves_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint saves_list_check CHECK ((list = ANY (ARRAY['want'::text, 'been'::text])))
);
CREATE INDEX saves_author ON public.saves USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX saves_place ON public.saves USING btree (venue_id, list) WHERE (venue_id IS NOT NULL);
CREATE INDEX saves_post ON public.saves USING btree (post_id, list);
CREATE INDEX saves_recent ON public.saves USING btree (account_id, list, saved_at DESC, post_id DESC);
CREATE INDEX saves_shops ON public.saves USING btree (venue_id) WHERE from_shop;
CREATE UNIQUE INDEX saves_places ON public.saves USING btree (account_id, list, venue_id) WHERE (venue_id IS NOT NULL);

create table search_forms (
  form integer not null,
  next_id bigint not null,
  table_name text not null,
  constraint search_forms_pkey PRIMARY KEY (table_name)
);

create table secret_check (
  next bytea,
  only_one boolean not null default true,
  value bytea not null,
  constraint secret_check_pkey PRIMARY KEY (only_one),
  constraint secret_check_only_one_check CHECK (only_one)
);

create table sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  by_passkey boolean not null default false,
  by_provider text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  persistent boolean not null,
  previous_hash bytea,
  restricted boolean not null default false,
  rotated_at timestamp with time zone not null default now(),
  temporary_hash text,
  token_hash bytea not null,
  two_step boolean not null default false,
  user_agent text,
  way text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sessions_by_provider_check CHECK ((by_provider = ANY (ARRAY['kakao'::text, 'naver'::text]))),
  constraint sessions_check CHECK (((temporary_hash IS NULL) OR restricted)),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_way_check CHECK ((way = ANY (ARRAY['password'::text, 'passkey'::text, 'kakao'::text, 'naver'::text])))
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
CREATE INDEX sessions_previous ON public.sessions USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);

create table shop_decisions (
  decided_at timestamp with time zone not null default now(),
  gone boolean not null,
  shop_id bigint not null,
  constraint shop_decisions_pkey PRIMARY KEY (shop_id)
);

create table shop_words (
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  dismissed boolean not null default false,
  handled_at timestamp with time zone,
  name text not null,
  network text not null,
  shop_id bigint not null,
  word text not null,
  constraint shop_words_pkey PRIMARY KEY (shop_id, account_id),
  constraint shop_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint shop_words_word_check CHECK ((word = ANY (ARRAY['gone'::text, 'moved'::text])))
);
CREATE INDEX shop_words_account ON public.shop_words USING btree (account_id);
CREATE INDEX shop_words_open ON public.shop_words USING btree (shop_id) WHERE (handled_at IS NULL);

create table site_days (
  day date not null,
  last_account_id bigint,
  last_post_id bigint,
  members integer[],
  posts integer,
  returned integer[],
  salt bytea,
  signups integer,
  visitors integer,
  constraint site_days_pkey PRIMARY KEY (day)
);

create table site_look (
  id smallint not null default 1,
  accent text,
  announcement text,
  announcement_ends timestamp with time zone,
  name text,
  welcome text,
  constraint site_look_pkey PRIMARY KEY (id),
  constraint site_look_check CHECK (((announcement IS NULL) = (announcement_ends IS NULL))),
  constraint site_look_id_check CHECK ((id = 1))
);

create table site_pages (
  place smallint not null,
  text text not null,
  title text not null,
  constraint site_pages_pkey PRIMARY KEY (place),
  constraint site_pages_place_check CHECK (((place >= 1) AND (place <= 3)))
);

create table taste_matches (
  account_id bigint not null,
  author_id bigint not null,
  score real not null,
  constraint taste_matches_pkey PRIMARY KEY (account_id, author_id),
  constraint taste_matches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint taste_matches_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint taste_matches_check CHECK ((account_id <> author_id)),
  constraint taste_matches_score_check CHECK ((score > (0)::double precision))
);
CREATE INDEX taste_matches_author ON public.taste_matches USING btree (author_id);

create table taste_runs (
  account_id bigint not null,
  matched_at timestamp with time zone not null default now(),
  constraint taste_runs_pkey PRIMARY KEY (account_id),
  constraint taste_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table two_steps (
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  last_step bigint not null,
  secret_sealed bytea not null,
  constraint two_steps_pkey PRIMARY KEY (account_id),
  constraint two_steps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table used_challenges (
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX used_challenges_end ON public.used_challenges USING btree (expires_at);

create table venue_posts (
  address_key text,
  post_id bigint not null,
  venue_id bigint not null,
  constraint venue_posts_pkey PRIMARY KEY (post_id),
  constraint venue_posts_venue_id_fkey FOREIGN KEY (venue_id) REFERENCES venues(id)
);
CREATE INDEX venue_posts_address ON public.venue_posts USING btree (address_key) WHERE (address_key IS NOT NULL);
CREATE INDEX venue_posts_venue ON public.venue_posts USING btree (venue_id, post_id DESC);

create table venues (
  id bigint not null generated always as identity,
  lat double precision,
  lng double precision,
  name_key text not null,
  shop_key text,
  constraint venues_pkey PRIMARY KEY (id),
  constraint venues_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint venues_name_key_shop_key_key UNIQUE (name_key, shop_key)
);
CREATE INDEX venues_near ON public.venues USING btree (name_key, lat);

create unlogged table visitor_marks (
  day date not null,
  mark bytea not null,
  constraint visitor_marks_pkey PRIMARY KEY (day, mark),
  constraint visitor_marks_day_fkey FOREIGN KEY (day) REFERENCES site_days(day) ON DELETE CASCADE
);

create table visits (
  id bigint not null generated always as identity,
  account_id bigint not null,
  again boolean,
  day date not null default ((now() AT TIME ZONE 'Asia/Seoul'::text))::date,
  post_id bigint not null,
  constraint visits_pkey PRIMARY KEY (id),
  constraint visits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX visits_mark ON public.visits USING btree (account_id, post_id, day DESC, id DESC);
CREATE INDEX visits_said ON public.visits USING btree (account_id, post_id, day DESC, id DESC) INCLUDE (again) WHERE (again IS NOT NULL);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  attempts smallint not null default 0,
  created_at timestamp with time zone not null default now(),
  data jsonb not null,
  event text not null,
  next_at timestamp with time zone not null default now(),
  webhook_id bigint not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (next_at);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id);

create table webhooks (
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  events text[] not null,
  outcome text,
  secret_sealed bytea not null,
  tried_at timestamp with time zone,
  url text not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_events_check CHECK (((events <@ ARRAY['post'::text, 'report'::text, 'signup'::text]) AND (events <> '{}'::text[])))
);

create table weekly_mails (
  id bigint not null generated always as identity,
  account_id bigint not null,
  area_id integer,
  told_until timestamp with time zone not null default now(),
  constraint weekly_mails_pkey PRIMARY KEY (id),
  constraint weekly_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint weekly_mails_account_id_key UNIQUE (account_id),
  constraint weekly_mails_area_id_fkey FOREIGN KEY (area_id) REFERENCES areas(id) ON DELETE SET NULL
);
CREATE INDEX weekly_mails_due ON public.weekly_mails USING btree (told_until);

create view listed_posts as
 SELECT id,
    map_point(lat, lng) AS "position",
    open_hours,
    facts
   FROM posts
  WHERE (NOT hidden);

CREATE OR REPLACE FUNCTION public.is_open(hours integer, step integer, today integer, yesterday integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (((hours / 288) % 288) = (hours % 288)) THEN (((hours / 82944) & today) = 0) WHEN (((hours / 288) % 288) < (hours % 288)) THEN ((((hours / 82944) & today) = 0) AND (step >= ((hours / 288) % 288)) AND (step < (hours % 288))) ELSE (((((hours / 82944) & today) = 0) AND (step >= ((hours / 288) % 288))) OR ((((hours / 82944) & yesterday) = 0) AND (step < (hours % 288)))) END;

CREATE OR REPLACE FUNCTION public.join_marks(post bigint, venue bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  while exists (select from saves where post_id = post and venue_id is null) loop
    begin
      update visits w set post_id = k.post_id
        from saves s join saves k on k.account_id = s.account_id and k.list = s.list and k.venue_id = venue
        where s.post_id = post and s.venue_id is null and s.list = 'been'
          and w.account_id = s.account_id and w.post_id = s.post_id;
      update saves k set saved_at = s.saved_at from saves s
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list and k.saved_at < s.saved_at;
      delete from saves s using saves k
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list;
      update saves set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- The member has marked the place meanwhile.
    end;
  end loop;
  while exists (select from collection_entries where post_id = post and venue_id is null) loop
    begin
      insert into collection_hearts (collection_id, post_id, account_id, at)
        select k.collection_id, k.post_id, h.account_id, h.at
        from collection_entries e join collection_entries k on k.collection_id = e.collection_id and k.venue_id = venue
        join collection_hearts h on h.collection_id = e.collection_id and h.post_id = e.post_id
        where e.post_id = post and e.venue_id is null
        order by k.collection_id, k.post_id, h.account_id on conflict do nothing;
      update collection_entries k
        set note = concat_ws(' · ', nullif(k.note, ''), nullif(e.note, '')), position = least(k.position, e.position)
        from collection_entries e
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      delete from collection_entries e using collection_entries k
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      update collection_entries set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- As above.
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_lists(array(select id from removed order by id), '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_marks(venues bigint[], posts bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from saves where post_id = any(posts))
    and not exists (select from collection_entries where post_id = any(posts)) then return; end if;
  with followed as materialized (
    select l.venue_id, l.post_id, (select max(v.post_id) from venue_posts v where v.venue_id = l.venue_id) as other
    from unnest(venues, posts) l (venue_id, post_id)
  ), visited as (
    update visits w set post_id = coalesce(f.other, s.venue_id)
      from followed f join saves s on s.venue_id = f.venue_id and s.post_id = f.post_id and s.list = 'been'
      where w.account_id = s.account_id and w.post_id = s.post_id and (f.other is not null or s.from_shop)
  ), kept as (
    update saves s set post_id = f.other, author_id = null, title = null,
        place_name = case when from_shop then place_name end, address = case when from_shop then address end,
        lat = case when from_shop then lat end, lng = case when from_shop then lng end
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is not null
  ), of_shops as (
    update saves s set post_id = s.venue_id
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and s.from_shop
  ), freed as (
    update saves s set venue_id = null
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and not s.from_shop
  ), entries as (
    update collection_entries e set post_id = f.other, author_id = null, title = null,
        place_name = case when from_shop then place_name end, address = case when from_shop then address end,
        lat = case when from_shop then lat end, lng = case when from_shop then lng end
      from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is not null
  ), shop_entries as (
    update collection_entries e set post_id = e.venue_id
      from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is null and e.from_shop
  )
  update collection_entries e set venue_id = null
    from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is null and not e.from_shop;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_venues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare left_venues bigint[]; left_posts bigint[];
begin
  perform lock_venue_names(array(select name_key from venues
    where id in (select venue_id from venue_posts where post_id in (select id from removed))));
  with gone as (delete from venue_posts where post_id in (select id from removed) returning venue_id, post_id)
    select array_agg(venue_id), array_agg(post_id) into left_venues, left_posts from gone;
  if left_venues is null then return null; end if;
  perform leave_marks(left_venues, left_posts);
  delete from venues v
    where v.id = any(left_venues) and not exists (select from venue_posts p where p.venue_id = v.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_venue_names(names text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(name, 20260130) from unnest(names) name order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.map_point(lat double precision, lng double precision)
 RETURNS point
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN point(lng, degrees(ln(tan(radians(((45)::double precision + (float8larger(('-85.05112878'::numeric)::double precision, float8smaller((85.05112878)::double precision, lat)) / (2)::double precision)))))));

CREATE OR REPLACE FUNCTION public.move_post_cells(removed point[], added point[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into post_cells as kept (level, x, y, shard, count, sum_x, sum_y)
  select level, x, y, pg_backend_pid() % 16, sum(delta), sum(delta * px), sum(delta * py)
  from (
    select level, delta, p[0] as px, p[1] as py,
      least(2 ^ level - 1, floor((p[0] + 180) / 360 * 2 ^ level))::int as x,
      least(2 ^ level - 1, floor((180 - p[1]) / 360 * 2 ^ level))::int as y
    from (select -1 as delta, unnest(removed) as p union all select 1, unnest(added)) moved,
      unnest(array[12, 15, 18]) level
  ) located
  group by level, x, y
  having sum(delta) <> 0 or sum(delta * px) <> 0 or sum(delta * py) <> 0
  order by level, x, y
  on conflict (level, x, y, shard) do update
    set count = kept.count + excluded.count, sum_x = kept.sum_x + excluded.sum_x, sum_y = kept.sum_y + excluded.sum_y
$function$;

CREATE OR REPLACE FUNCTION public.note_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform setval('post_removals', greatest(
    (select last_value from post_removals), (extract(epoch from clock_timestamp()) * 1000)::bigint));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'the record of moderation is never changed' using errcode = '42501';
  end $function$;

CREATE OR REPLACE FUNCTION public.reserve_attempts(names text[], seconds integer[], limits integer[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.set_open_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.open_hours := case
    when new.week_id is not null then -new.week_id
    else (
        case when 'mon' = any (new.closed_on) then 1 else 0 end + case when 'tue' = any (new.closed_on) then 2 else 0 end
        + case when 'wed' = any (new.closed_on) then 4 else 0 end + case when 'thu' = any (new.closed_on) then 8 else 0 end
        + case when 'fri' = any (new.closed_on) then 16 else 0 end
        + case when 'sat' = any (new.closed_on) then 32 else 0 end
        + case when 'sun' = any (new.closed_on) then 64 else 0 end
        + case when 'holiday' = any (new.closed_on) then 128 else 0 end
      ) * 82944
      + 288 * (12 * left(new.start_time, 2)::integer + right(new.start_time, 2)::integer / 5)
      + (12 * left(new.end_time, 2)::integer + right(new.end_time, 2)::integer / 5)
  end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.take_tokens(buckets text[], counts integer[], seconds integer[], at timestamp with time zone DEFAULT now())
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
declare
  token interval;
  capacity interval;
  wait double precision := 0;
begin
  for i in 1 .. cardinality(buckets) loop
    token := make_interval(secs => seconds[i]::double precision / counts[i]);
    capacity := make_interval(secs => seconds[i]);
    insert into rate_limits as r (bucket, full_at) values (buckets[i], at + token)
    on conflict (bucket) do update set full_at = greatest(r.full_at, at) + token
    -- Half a token of tolerance: sums of fractions are never exact.
    where r.full_at <= at + capacity - token / 2;
    if not found then
      select extract(epoch from full_at + token - at - capacity) into wait from rate_limits where bucket = buckets[i];
      raise exception using errcode = 'LIMIT';
    end if;
  end loop;
  return 0;
exception when sqlstate 'LIMIT' then
  return wait;
end $function$;

CREATE OR REPLACE FUNCTION public.write_areas(posts bigint[], leaves integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with wanted as (
    select p.id as post_id, unnest(path) as area_id, p.open_hours, p.facts
    from unnest(posts, leaves) given (post_id, leaf)
    join areas on areas.id = leaf join listed_posts p on p.id = given.post_id
  ), removed as (
    delete from post_areas p
    where post_id = any(posts)
      and not exists (select from wanted w where w.post_id = p.post_id and w.area_id = p.area_id)
    returning area_id
  ), changed as (
    update post_areas p set open_hours = w.open_hours, facts = w.facts from wanted w
    where p.area_id = w.area_id and p.post_id = w.post_id
      and (p.open_hours, p.facts) is distinct from (w.open_hours, w.facts)
  ), added as (
    insert into post_areas (area_id, post_id, open_hours, facts)
    select area_id, post_id, open_hours, facts from wanted order by area_id, post_id
    on conflict do nothing returning area_id
  )
  insert into area_counts as kept (area_id, shard, count)
  select area_id, pg_backend_pid() % 16, sum(delta)
  from (select area_id, -1 as delta from removed union all select area_id, 1 from added) moved
  group by area_id having sum(delta) <> 0 order by area_id
  on conflict (area_id, shard) do update set count = kept.count + excluded.count
$function$;

CREATE OR REPLACE FUNCTION public.write_lists(posts bigint[], leaves integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  left_positions point[];
begin
  update post_stats s set open_hours = p.open_hours, facts = p.facts from listed_posts p
    where p.id = any(posts) and s.post_id = p.id
      and (s.open_hours, s.facts) is distinct from (p.open_hours, p.facts);
  insert into post_stats (post_id, open_hours, facts)
    select id, open_hours, facts from listed_posts p
    where id = any(posts) and not exists (select from post_stats s where s.post_id = p.id) order by id;

  left_positions := array(select position from post_positions where post_id = any(posts));
  delete from post_positions m where post_id = any(posts)
    and not exists (select from listed_posts p where p.id = m.post_id and p.position is not null);
  insert into post_positions (post_id, position, open_hours, facts)
    select id, position, open_hours, facts from listed_posts where id = any(posts) and position is not null order by id
    on conflict (post_id) do update
      set position = excluded.position, open_hours = excluded.open_hours, facts = excluded.facts
      where post_positions.position <> excluded.position
        or (post_positions.open_hours, post_positions.facts) is distinct from (excluded.open_hours, excluded.facts);
  perform move_post_cells(left_positions, array(select position from post_positions where post_id = any(posts)));

  perform write_areas(posts, leaves);
end $function$;

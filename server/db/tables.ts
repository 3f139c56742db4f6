import type { ColumnType, Generated } from 'kysely'

/** Set only by the database. */
type DatabaseTime = ColumnType<Date, never, never>

export interface AccountsTable {
  id: Generated<number>
  /** Public handle; named `jwt` and `user_id` in the API. */
  handle: string
  email: string
  /** Lower case, unique. */
  email_key: string
  username: string
  /** Argon2id, PHC string; null after a temporary password was used and before a new one is chosen. */
  password_hash: string | null
  question_index: number
  /** AES-256-GCM of the answer as typed. */
  answer_sealed: Buffer
  image_id: number | null
  image_url: string | null
  created_at: DatabaseTime
}

export interface SessionsTable {
  id: Generated<number>
  account_id: number
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer
  /** The token before the last rotation, accepted for a minute. */
  previous_hash: Buffer | null
  rotated_at: ColumnType<Date, never, Date>
  created_at: DatabaseTime
  last_used_at: ColumnType<Date, never, Date>
  /** Auto-login: 14 days idle and 30 at most, instead of 24 hours and 7 days. */
  persistent: boolean
  /** Opened with a temporary password: may only read, log out and change the password. */
  restricted: Generated<boolean>
  /** Argon2id of the temporary password that opened it; it counts as the current one (P7). */
  temporary_hash: string | null
  user_agent: string | null
}

export interface ImagesTable {
  id: Generated<number>
  /** 128 random bits, 22 URL-safe characters: the `public_id`. */
  key: string
  /** The uploader, if signed in. */
  account_id: number | null
  /** SHA-256 of the uploader's cookie. */
  uploader_hash: Buffer | null
  /** null while pending. */
  claimed_at: Date | null
  width: number
  height: number
  bytes: number
  /** data: URI. */
  placeholder: string
  created_at: DatabaseTime
}

export interface PostsTable {
  id: Generated<number>
  account_id: number
  title: string
  contents: string
  image_id: number | null
  image_url: string | null
  address: string | null
  place_name: string | null
  /** Lower case without spaces; finds other posts of the same place. */
  place_key: ColumnType<string | null, never, never>
  lat: number | null
  lng: number | null
  /** HH:mm */
  start_time: string | null
  end_time: string | null
  /** Both times as one number (migration 0120); null unless both are known. */
  open_hours: ColumnType<number | null, never, never>
  created_at: ColumnType<Date, Date | undefined, never>
  updated_at: ColumnType<Date | null, never, Date>
}

export interface PostStatsTable {
  post_id: number
  like_count: Generated<number>
  /** The post's own. */
  open_hours: number | null
}

export interface PostSearchTable {
  post_id: number
  /** Title, contents, place and address, normalised, one per line. */
  normal: string
  grams: string[]
}

export interface LikesTable {
  post_id: number
  account_id: number
  created_at: DatabaseTime
}

export interface IdempotencyKeysTable {
  account_id: number
  key: string
  result_id: number
  created_at: DatabaseTime
}

export interface AttemptsTable {
  /** HMAC of what is counted, so the table reveals no e-mail or network address. */
  bucket: string
  count: number
  /** End of the window; an expired row counts nothing. */
  ends_at: Date
}

export interface RecoveryTicketsTable {
  id: Generated<number>
  account_id: number
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer
  /** Argon2id of the temporary password. */
  temporary_hash: string
  /** AES-256-GCM of the temporary password, for the mail. */
  temporary_sealed: Buffer
  /** Login attempts so far. */
  tries: Generated<number>
  /** Mails requested so far. */
  mails: Generated<number>
  expires_at: Date
}

export interface FormerEmailsTable {
  id: Generated<number>
  account_id: number
  email: string
  /** Until then recovery mail goes to this address. */
  ends_at: Date
}

export interface FormerAnswersTable {
  id: Generated<number>
  account_id: number
  question_index: number
  answer_sealed: Buffer
  /** Until then this answer also works for recovery. */
  ends_at: Date
}

export interface MailsTable {
  id: Generated<number>
  account_id: number
  /** AES-256-GCM of the whole message with its recipient. */
  sealed: Buffer
  /** Leased by a worker until then; after that the worker counts as dead. */
  leased_until: Date | null
  /** Not sent after this time. */
  expires_at: Date
  created_at: DatabaseTime
}

export interface NoticesTable {
  id: Generated<number>
  account_id: number
  /** HMAC of the address, which reveals no address. */
  recipient: string
  /** AES-256-GCM of the address. */
  address_sealed: Buffer
  /** 'email passed on' is for an address that gets no recovery mail. */
  change: 'email' | 'email passed on' | 'answer' | 'password'
  /** Not sent after this time. */
  expires_at: Date
}

export interface PlaceSourcesTable {
  id: Generated<number>
  key: string
  /** Shown on every map that shows something from this source. */
  attribution: string
  url: string | null
  places: Generated<number>
  areas: Generated<number>
  imported_at: Date | null
  /** Bundled with the project; an operator's own imports rank first. */
  is_bundled: Generated<boolean>
}

export interface PlaceImportsTable {
  source_id: number
  /** Hash of the file's contents and its import options. */
  fingerprint: string
  /** Where an interrupted import continues. */
  done_bytes: Generated<number>
  done_lines: Generated<number>
  imported: Generated<number>
  passed_over: Generated<number>
  malformed: Generated<number>
  started_at: DatabaseTime
  finished_at: ColumnType<Date | null, never, Date | null>
}

export interface PlacesTable {
  id: Generated<number>
  source_id: number
  source_key: string
  name: string
  branch: string | null
  category: string | null
  /** Other search terms, separated by commas: a station's lines. */
  tags: string | null
  road_address: string | null
  /** By lot (지번). */
  address: string | null
  lat: number
  lng: number
  /** Name, then category and area, normalised. */
  normal: string
  grams: string[]
}

export interface PlaceAreasTable {
  id: Generated<number>
  source_id: number
  source_key: string
  /** 1 시도, 2 시군구, 3 법정동, 4 행정동 */
  level: number
  /** Last word of the address. */
  name: string
  address: string
  /** Address of the 법정동 that contains a 행정동, if there is exactly one. */
  legal_address: string | null
  code: string | null
  lat: number
  lng: number
  normal: string
  grams: string[]
}

export interface PlaceRingsTable {
  area_id: number
  is_hole: boolean
  /** PostgreSQL's polygon of (lng, lat). */
  ring: string
}

export interface PlaceLookupsTable {
  provider: string
  query: string
  answer: unknown
  fetched_at: DatabaseTime
}

export interface PlaceLookupTurnsTable {
  provider: string
  /** Time of the next allowed request. */
  next_at: Date
}

/** Maintained by triggers on `posts`. */
export interface PostPositionsTable {
  post_id: number
  /** PostgreSQL's point: longitude and Mercator latitude, in degrees. */
  position: ColumnType<{ x: number; y: number }, never, never>
  /** The post's own. */
  open_hours: ColumnType<number | null, never, never>
}

/** All `open_hours` that posts have or had; kept by triggers on `posts`. */
export interface HoursInUseTable {
  hours: number
}

/** Number of posts in each square of the map; maintained by triggers on `posts`. */
export interface PostCellsTable {
  level: number
  x: number
  y: number
  /** Spreads writers of one square over several rows. */
  shard: number
  count: number
  sum_x: number
  sum_y: number
}

/** A place that posts are about. */
export interface VenuesTable {
  id: Generated<number>
  /** Lower case without spaces. */
  name_key: string
  lat: number | null
  lng: number | null
  /** The imported place that it is: its source and its name there. */
  shop_key: string | null
}

/** Emptied by triggers on `posts`. */
export interface VenuePostsTable {
  post_id: number
  venue_id: number
  /** Name and address to the road or lot. */
  address_key: string | null
}

export interface Tables {
  accounts: AccountsTable
  sessions: SessionsTable
  images: ImagesTable
  posts: PostsTable
  post_stats: PostStatsTable
  post_search: PostSearchTable
  likes: LikesTable
  idempotency_keys: IdempotencyKeysTable
  attempts: AttemptsTable
  recovery_tickets: RecoveryTicketsTable
  former_emails: FormerEmailsTable
  former_answers: FormerAnswersTable
  mails: MailsTable
  notices: NoticesTable
  place_sources: PlaceSourcesTable
  place_imports: PlaceImportsTable
  places: PlacesTable
  place_areas: PlaceAreasTable
  place_rings: PlaceRingsTable
  place_lookups: PlaceLookupsTable
  place_lookup_turns: PlaceLookupTurnsTable
  post_positions: PostPositionsTable
  post_cells: PostCellsTable
  hours_in_use: HoursInUseTable
  venues: VenuesTable
  venue_posts: VenuePostsTable
}

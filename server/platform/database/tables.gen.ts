// Written by `npm run generate` (scripts/generate.ts). Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface Tables {
  accounts: {
    id: Generated<number>
    /** One line about oneself, which everybody may read. */
    about: Generated<string>
    answer_sealed: Buffer
    created_at: Generated<Date>
    email: string
    email_key: string
    /** Time at which the account got its address, or at which this column was added. */
    email_since: Generated<Date>
    /** The member proved that the address is theirs, or joined before the site asked for it. */
    email_verified: Generated<boolean>
    /** Public; named `jwt` and `user_id` in the API. */
    handle: string
    /** Whether the member reported something, or something of theirs was hidden: shared responses do not fit them. */
    has_own_view: Generated<boolean>
    /** Whether others do not see the page of the member. */
    hidden: Generated<boolean>
    /** Whether the sign-up waits for approval. */
    is_pending: Generated<boolean>
    /** Whether the member's taste is compared with that of others. */
    matches_tastes: Generated<boolean>
    /** Argon2id, PHC string; null after a temporary password was used and before a new one is chosen. */
    password_hash: string | null
    question_index: number
    role: Generated<'member' | 'moderator' | 'admin'>
    /** Time at which a moderator got the role, or at which this column was added; null for members who never had one. */
    role_since: Date | null
    /** How often an admin ended all sessions. Logins that wait for a code or a link name this number, and end when it changes. */
    sign_outs: Generated<number>
    /** The member may write nothing until then. */
    suspended_until: Date | null
    /** Dishes that the member likes, of `dishChoices` in `rules/tastes.ts`, which everybody may read. */
    tastes: Generated<string[]>
    username: string
  }
  address_entrances: {
    file_id: number
    is_underground: boolean
    /** In millionths of a degree, as is `lng`. */
    lat: number
    lng: number
    main: number
    /** Of several entrances the one with the smallest number is the main one. */
    number: number
    /** Square of a thousandth of a degree that the entrance lies in (server/product/places/addresses/square.ts). */
    square: number
    street_id: number
    /** The part of a number behind its hyphen, else 0. */
    sub: number
  }
  address_files: {
    id: Generated<number>
    /** Year and month, such as 202611. */
    edition: number
    fingerprint: string
    /** Kind and region of the file, such as 'entrc_seoul': a newer edition takes the place of the former one. */
    part: string
    source_id: number
    /** State of the import; only rows of files that are `shown` are found. */
    state: Generated<'reading' | 'shown' | 'former'>
  }
  address_lots: {
    building_main: number
    building_sub: number
    /** Code of the road of its building. */
    code: number
    file_id: number
    is_mountain: boolean
    is_underground: boolean
    main: number
    sub: number
    town_id: number
  }
  address_names: {
    file_id: number
    /** A name from its beginning or a later word on, in its normal form. */
    key: string
    lat: number
    lng: number
    main: number
    name: string
    street_id: number
    sub: number
  }
  address_streets: {
    id: Generated<number>
    code: number
    district: string
    name: string
    /** The 읍면동 in which this part of the road lies. */
    town: string
  }
  address_towns: {
    id: Generated<number>
    district: string
    /** A 법정동 or 리, the last word of `town`. */
    name: string
    town: string
  }
  area_counts: {
    area_id: number
    count: number
    shard: number
  }
  area_fills: {
    next_id: number
    single: Generated<boolean>
    version: string
  }
  area_names: {
    address: string
    area_id: number
    name: string
  }
  area_tops: {
    area_id: number
    people: number
    post_id: number
    rank: number
  }
  areas: {
    id: Generated<number>
    address: string
    east: number | null
    lat: number
    lng: number
    north: number | null
    parent_id: number | null
    path: Generated<number[]>
    reach: ColumnType<string | null, never, never>
    south: number | null
    west: number | null
  }
  /** Erasures of accounts that one admin asked for, and another one has to confirm. */
  asked_erasures: {
    account_id: number
    asked_at: Generated<Date>
    asked_by: number
    reason: string
  }
  attempts: {
    /** HMAC of what is counted, so the table reveals no e-mail or network address. */
    bucket: string
    count: number
    /** End of the window; an expired row counts nothing. */
    ends_at: Date
  }
  /** `account_id` has blocked `author_id`; neither sees the other. */
  blocks: {
    id: Generated<number>
    account_id: number
    author_id: number
    created_at: Generated<Date>
  }
  collection_entries: {
    /** The member who added it to another's collection. */
    added_by: number | null
    address: string | null
    /** As in `saves`. */
    author_id: number | null
    category: string | null
    collection_id: number
    /** As in `saves`. */
    from_shop: Generated<boolean>
    lat: number | null
    lng: number | null
    note: string
    place_name: string | null
    /** From 1, in the order of its collection; what was taken out leaves a gap. */
    position: number
    /** A post of the place, or the shop's id, or without a place the post, which may be gone. */
    post_id: number
    title: string | null
    /** Its place; a collection has each once. */
    venue_id: number | null
  }
  /** Hearts in collections: one of each choosing member on each place. */
  collection_hearts: {
    account_id: number
    at: Generated<Date>
    collection_id: number
    /** The `post_id` of the entry. */
    post_id: number
  }
  collections: {
    id: Generated<number>
    about: string
    account_id: number
    created_at: Generated<Date>
    from_lat: number | null
    from_lng: number | null
    /** Name of the point from which the distances of the plan are. */
    from_name: string | null
    grams: string[]
    /** Whether a moderator hid it. */
    hidden: Generated<boolean>
    /** Its id in the API. */
    key: string
    /** Whether members who may read it may add places. */
    members_add: Generated<boolean>
    name: string
    normal: string
    /** Day and time of the plan. */
    plan_at: Date | null
    updated_at: Generated<Date>
    visibility: 'private' | 'link' | 'public'
  }
  /** Members that a comment replies to or names. */
  comment_addressees: {
    account_id: number
    comment_id: number
    kind: 'reply' | 'mention'
    /** Their nickname as the text has it; null where the text does not name them. */
    name: string | null
  }
  /** A comment that has been replied to; this row stays when the comment is deleted. */
  comment_threads: {
    id: number
    post_id: number
  }
  comments: {
    id: Generated<number>
    account_id: number
    created_at: Generated<Date>
    edited_at: Date | null
    /** Whether a moderator hid it, or has yet to look at it. */
    hidden: Generated<boolean>
    post_id: number
    tasty: Generated<boolean>
    /** Empty only with `tasty`. */
    text: string
    /** The thread of a reply; null for other comments. */
    thread_id: number | null
  }
  consents: {
    id: Generated<number>
    account_id: number
    agreed_at: Generated<Date>
    /** One of `consentNames`. */
    name: string
    /** Version of the text; null for a statement without one. */
    version: string | null
    /** When an optional consent was withdrawn. */
    withdrawn_at: Date | null
  }
  /** Decisions about a member, who may answer each once. */
  decisions: {
    id: Generated<number>
    account_id: number
    action: 'hide' | 'hold' | 'remove' | 'suspend'
    answer: string | null
    answer_read_at: Date | null
    answered_at: Date | null
    created_at: Generated<Date>
    /** Id of what was decided about, which may be gone. */
    item_id: number
    kind: 'post' | 'comment' | 'collection' | 'author'
    reason: string
    title: string
    undone_at: Date | null
    until: Date | null
  }
  /** Codes of the last mail to an unverified address. */
  email_codes: {
    account_id: number
    code_hash: string
    created_at: Generated<Date>
    /** The address that the code was mailed to: a code for a former address verifies nothing. */
    email_key: string
    token_hash: Buffer
    tries: Generated<number>
  }
  /** `account_id` follows `author_id`. */
  follows: {
    id: Generated<number>
    account_id: number
    author_id: number
    created_at: Generated<Date>
  }
  former_answers: {
    id: Generated<number>
    account_id: number
    answer_sealed: Buffer
    /** Until then this answer also works for recovery. */
    ends_at: Date
    question_index: number
  }
  former_emails: {
    id: Generated<number>
    account_id: number
    email: string
    /** Until then recovery mail goes to this address. */
    ends_at: Date
  }
  /** The latest hours of a place that a member gave. The row goes with the account; the place may be gone. */
  hour_words: {
    account_id: number
    /** Whether they differed from the hours that were shown. */
    changed: boolean
    closed_on: Generated<string[]>
    said_at: Generated<Date>
    venue_id: number
    week_hours: ColumnType<{ days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]; start_time: string; end_time: string; break_start: string | null; break_end: string | null; last_order: string | null }[] | null, string | null, string | null>
  }
  idempotency_keys: {
    account_id: number
    /** SHA-256 of what was sent with the key; null in rows from before this column. */
    contents_hash: Buffer | null
    created_at: Generated<Date>
    key: string
    result_id: number
  }
  /** A picture of a post, an account, a comment or the site's look: one of ours, or a URL on an allowed host. */
  image_uses: {
    account_id: number | null
    comment_id: number | null
    image_id: number | null
    /** Set where the picture is the logo of the site. */
    look_id: number | null
    position: Generated<number>
    post_id: number | null
    url: string | null
  }
  images: {
    id: Generated<number>
    account_id: number | null
    bytes: number
    claimed_at: Date | null
    created_at: Generated<Date>
    height: number
    /** The `public_id` of the API: 128 random bits. */
    key: string
    placeholder: string
    uploader_hash: Buffer | null
    width: number
  }
  invitations: {
    id: Generated<number>
    created_at: Generated<Date>
    created_by: number | null
    ends_at: Date
    note: Generated<string>
    revoked_at: Date | null
    token_hash: Buffer
    /** Number of members who signed up by it, also those who have left. */
    used: Generated<number>
    uses: number
  }
  invited_accounts: {
    account_id: number
    invitation_id: number
  }
  likes: {
    account_id: number
    created_at: Generated<Date>
    post_id: number
  }
  linked_logins: {
    id: Generated<number>
    account_id: number
    created_at: Generated<Date>
    /** When the member last signed in by it. */
    last_used_at: Date | null
    provider: 'kakao' | 'naver'
    /** The member's number at the provider, which never changes. */
    subject: string
  }
  mails: {
    id: Generated<number>
    account_id: number
    /** Whether it is sent although earlier ones came back, because the member waits for it or has to know it. */
    asked: Generated<boolean>
    created_at: Generated<Date>
    expires_at: Date
    /** Leased by a worker until then; after that the worker counts as dead. */
    leased_until: Date | null
    sealed: Buffer
    /** Whether it is a weekly mail, not one about the account. */
    weekly: Generated<boolean>
  }
  member_import_rows: {
    import_id: number
    nth: number
    /** Places of the site that the row may mean, the likeliest first, and a shop's words that a kept place gets. */
    places: Generated<unknown>
    /** The row as the file has it. */
    source: unknown
    /** Null until the row is compared with the places of the site. */
    state: 'found' | 'unsure' | 'missing' | null
  }
  /** A file of places of a member, until they have chosen; a day at most. */
  member_imports: {
    id: Generated<number>
    account_id: number
    /** Rows that were left out, and why. */
    bad_rows: Generated<unknown>
    failure: string | null
    /** Bytes of the file until it is read. */
    file: Buffer | null
    started_at: Generated<Date>
    state: Generated<'waiting' | 'matching' | 'ready' | 'failed'>
  }
  missed_keywords: {
    keyword: string
    /** Number of people who searched for it in vain on that day. */
    people: number
  }
  missed_searches: {
    keyword: string
    /** As in `visitor_marks`. */
    mark: Buffer
  }
  /** Rows are only added. */
  moderation_record: {
    id: Generated<number>
    about_id: number | null
    action: string
    actor_id: number | null
    at: Generated<Date>
    item_id: number | null
    kind: string | null
    reason: Generated<string>
  }
  moderation_rules: {
    created_at: Generated<Date>
    kind: 'word' | 'domain' | 'network'
    value: string
  }
  moderation_settings: {
    signup: Generated<'open' | 'approval' | 'closed'>
    single: Generated<boolean>
  }
  muted_notifications: {
    account_id: number
    kind: 'like' | 'comment' | 'reply' | 'mention' | 'follow' | 'post' | 'plan'
  }
  notices: {
    id: Generated<number>
    account_id: number
    address_sealed: Buffer
    /** 'email passed on' is for an address that gets no recovery mail. */
    change: 'email' | 'email passed on' | 'answer' | 'password' | 'passkeys kept' | 'logins kept' | 'login linked' | 'login unlinked' | 'passkey added' | 'passkey removed' | 'two-step on' | 'two-step off' | 'recovery codes renewed' | 'recovery code used' | 'codes guessed' | 'sign-in reset'
    expires_at: Date
    /** HMAC of the address, which reveals no address. */
    recipient: string
  }
  notification_actors: {
    /** The member whose group it is. */
    account_id: number
    actor_id: number
    at: Generated<Date>
    /** The actor's latest comment, reply or mention; null for other kinds, and after it was deleted. */
    comment_id: number | null
    notification_id: number
    /** Number of the actor's comments in the group that were deleted. */
    taken_back: Generated<number>
  }
  /** A group of what others did for a member: one kind of thing about one post, one collection or none. */
  notifications: {
    id: Generated<number>
    account_id: number
    /** When somebody was added last. */
    at: Generated<Date>
    collection_id: number | null
    is_read: Generated<boolean>
    kind: 'like' | 'comment' | 'reply' | 'mention' | 'follow' | 'post' | 'moderation' | 'plan'
    post_id: number | null
    /** Value of `at` when the member last read it. */
    read_to: Date | null
  }
  /** Each different week of hours once. A post or list row that has week 7 has -7 as `open_hours`. */
  open_weeks: {
    id: Generated<number>
    /** Minutes when it is open, 2,880 for each weekday, of which the second half is the next day; 20,160 for one that closes on holidays. */
    spans: string
  }
  passkeys: {
    id: Generated<number>
    account_id: number
    /** Whether the authenticator keeps a copy elsewhere. */
    backed_up: boolean
    backup_eligible: boolean
    /** Counter in the authenticator's last signature; 0 from authenticators that do not count. */
    counter: number
    created_at: Generated<Date>
    credential_id: Buffer
    /** When it last proved who its owner is. */
    last_used_at: Date | null
    name: string
    /** COSE key (RFC 9052). */
    public_key: Buffer
    /** How a browser reaches the authenticator, as it said itself. */
    transports: string[]
  }
  place_areas: {
    id: Generated<number>
    address: string
    code: string | null
    grams: string[]
    lat: number
    /** Address of the 법정동 that contains a 행정동, if there is exactly one. */
    legal_address: string | null
    /** 1 시도, 2 시군구, 3 법정동, 4 행정동 */
    level: number
    lng: number
    name: string
    normal: string
    source_id: number
    source_key: string
  }
  place_imports: {
    done_bytes: Generated<number>
    done_lines: Generated<number>
    fingerprint: string
    finished_at: Date | null
    imported: Generated<number>
    malformed: Generated<number>
    passed_over: Generated<number>
    source_id: number
    started_at: Generated<Date>
  }
  place_lookup_turns: {
    next_at: Date
    provider: string
  }
  place_lookups: {
    answer: unknown
    fetched_at: Generated<Date>
    provider: string
    query: string
  }
  place_rings: {
    area_id: number
    is_hole: boolean
    ring: string
  }
  place_sources: {
    id: Generated<number>
    areas: Generated<number>
    /** Line on every map that shows something from this source. */
    attribution: string
    imported_at: Date | null
    /** Whether the source is bundled with the project; an operator's own imports rank first. */
    is_bundled: Generated<boolean>
    key: string
    places: Generated<number>
    url: string | null
  }
  places: {
    id: Generated<number>
    address: string | null
    branch: string | null
    category: string | null
    grams: string[]
    /** Whether the position was estimated from the address. */
    is_estimated: Generated<boolean>
    lat: number
    lng: number
    name: string
    /** Name, then category and area, normalised. */
    normal: string
    /** The list of a bundled shop with its month, as in rules/shop-registers.ts. */
    register: string | null
    road_address: string | null
    source_id: number
    source_key: string
    tags: string | null
  }
  post_areas: {
    area_id: number
    facts: number | null
    open_hours: number | null
    post_id: number
  }
  post_cells: {
    count: number
    level: number
    /** Number of one of several rows for a square, so that writers wait less for each other. */
    shard: number
    sum_x: number
    sum_y: number
    x: number
    y: number
  }
  post_positions: {
    facts: number | null
    open_hours: number | null
    /** PostgreSQL's point: longitude and Mercator latitude, in degrees. */
    position: { x: number; y: number }
    post_id: number
  }
  post_search: {
    grams: string[]
    normal: string
    post_id: number
  }
  post_stats: {
    /** Score by which lists are ordered '또 가는 순' (`server/product/posts/venues/verdicts.ts`); a job writes it. */
    again_score: Generated<number>
    comment_count: Generated<number>
    facts: number | null
    like_count: Generated<number>
    open_hours: number | null
    post_id: number
    /** Number of its comments that say '저도 맛있었어요'. */
    tasty_count: Generated<number>
  }
  posts: {
    id: Generated<number>
    account_id: number
    address: string | null
    closed_on: Generated<string[]>
    contents: string
    created_at: Generated<Date>
    /** Written as JSON. */
    dishes: ColumnType<{ name: string; price: number | null }[], string | undefined, string>
    end_time: string | null
    /** Kind, price and traits as bits of one number (`factBits`); null for none. */
    facts: number | null
    /** Whether a moderator hid it, or has yet to look at it. */
    hidden: Generated<boolean>
    kind: string | null
    lat: number | null
    lng: number | null
    /** Indexes, from 0, of the pictures that show the menu. */
    menus: Generated<number[]>
    /** Both times and the closing days as one number, or the week's number made negative; null when neither is known. A trigger writes it. */
    open_hours: number | null
    /** Finds other posts of the same place. PostgreSQL makes it from `place_name`, nearly as `normalForm` does. */
    place_key: ColumnType<string | null, never, never>
    place_name: string | null
    price: string | null
    start_time: string | null
    /** Telephone of the place, with hyphens (`rules/telephone.ts`); null for none. */
    telephone: string | null
    title: string
    traits: Generated<string[]>
    updated_at: Date | null
    /** Written as JSON; null for none. */
    week_hours: ColumnType<{ days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]; start_time: string; end_time: string; break_start: string | null; break_end: string | null; last_order: string | null }[] | null, string | null | undefined, string | null>
    /** Row of `open_weeks`; null without hours by weekday. */
    week_id: number | null
  }
  push_subscriptions: {
    id: Generated<number>
    account_id: number
    auth: string
    endpoint: string
    failures: Generated<number>
    next_at: Generated<Date>
    p256dh: string
    session_id: number
    told_until: Generated<Date>
  }
  rate_limits: {
    bucket: string
    full_at: Date
  }
  recovery_codes: {
    account_id: number
    /** SHA-256 of an unused code. */
    code_hash: Buffer
  }
  recovery_tickets: {
    id: Generated<number>
    account_id: number
    expires_at: Date
    mails: Generated<number>
    temporary_hash: string
    temporary_sealed: Buffer
    token_hash: Buffer
    tries: Generated<number>
  }
  reports: {
    id: Generated<number>
    author_id: number
    collection_id: number | null
    comment_id: number | null
    created_at: Generated<Date>
    /** Whether moderators found nothing wrong. */
    dismissed: Generated<boolean>
    handled_at: Date | null
    /** Id in the table that `kind` names. */
    item_id: ColumnType<number, never, never>
    kind: 'post' | 'comment' | 'collection' | 'author'
    network: string | null
    post_id: number | null
    reason: string
    /** Null where the site itself held the item because of a word. */
    reporter_id: number | null
    taken_back: Generated<boolean>
    text: Generated<string>
    /** How often it was reported in this version. */
    times: Generated<number>
  }
  returned_mails: {
    account_id: number
    at: Generated<Date>
    /** The address that the mail went to; the row says nothing about another one. */
    email_key: string
    /** Whether the member has tried or verified the address since. */
    is_settled: Generated<boolean>
    kind: 'hard' | 'soft' | 'complaint'
    /** Name of the mail in its Message-ID. */
    mail: string
  }
  roads: {
    id: Generated<number>
    box: string
    districts: string[]
    gap: number | null
    /** Known numbers, each followed by its metres along the line. */
    known: number[]
    /** Encoded polyline of precision 5, from the first number to the last. */
    line: string
    name: string
    source_id: number
    /** How the end with the first number was found, the surest first. */
    start: 'junctions' | 'order' | 'parent' | 'compass'
  }
  saves: {
    account_id: number
    address: string | null
    /** Author of the words that the place has after the deletion of its last post; null before that, and once the author has withdrawn. */
    author_id: number | null
    /** Category of a shop, as public data call it. */
    category: string | null
    /** Kind of a shop, as in `posts.facts`. */
    facts: number | null
    /** Whether the words of its place are those of public data. */
    from_shop: Generated<boolean>
    lat: number | null
    list: 'want' | 'been'
    lng: number | null
    place_name: string | null
    /** A post of the place, or the shop's id; without a place the post, which may be gone. */
    post_id: number
    saved_at: Generated<Date>
    title: string | null
    /** Its place, of which an account has each once in a list. */
    venue_id: number | null
  }
  search_forms: {
    /** Number of the form (`FORM` in `server/product/search/remake-search-texts.ts`). */
    form: number
    /** Rows up to this id are still to be remade; 0 when all are done. */
    next_id: number
    table_name: string
  }
  secret_check: {
    /** While the secret key is changed, the check value of the new one. */
    next: Buffer | null
    only_one: Generated<boolean>
    value: Buffer
  }
  sessions: {
    id: Generated<number>
    account_id: number
    /** Whether a passkey opened it, or the first one was added in it. */
    by_passkey: Generated<boolean>
    /** Provider whose login opened it; null where the password or a passkey did. */
    by_provider: 'kakao' | 'naver' | null
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    persistent: boolean
    /** Hash of the token before the last rotation, which is accepted for a minute. */
    previous_hash: Buffer | null
    /** Whether a temporary password opened it: the session may only read, log out and change the password. */
    restricted: Generated<boolean>
    rotated_at: Generated<Date>
    /** Argon2id of the temporary password that opened it; it counts as the current one. */
    temporary_hash: string | null
    token_hash: Buffer
    /** Whether a code opened it, or two-step sign-in was turned on in it. */
    two_step: Generated<boolean>
    user_agent: string | null
    /** How the person signed in; null in sessions from before this column. */
    way: 'password' | 'passkey' | 'kakao' | 'naver' | null
  }
  /** Decisions of moderators about shops that members had called gone. */
  shop_decisions: {
    decided_at: Generated<Date>
    gone: boolean
    shop_id: number
  }
  /** Statement of a member that a shop of public data is gone or has moved; it goes with the account. */
  shop_words: {
    account_id: number
    created_at: Generated<Date>
    /** Whether a moderator has found that the shop is there. */
    dismissed: Generated<boolean>
    handled_at: Date | null
    name: string
    network: string
    /** Made from the shop's name and position; no table has it. */
    shop_id: number
    word: 'gone' | 'moved'
  }
  site_days: {
    /** The last account of the day, after which the next day counts; `last_post_id` likewise. */
    last_account_id: number | null
    last_post_id: number | null
    /** Numbers of the members who signed up 1, 7 and 30 days before. */
    members: number[] | null
    posts: number | null
    /** Numbers of those `members` who came on this day. */
    returned: number[] | null
    /** Salt of the marks of the day's visitors; null once the day is closed. */
    salt: Buffer | null
    signups: number | null
    /** Number of visitors; null until the day is closed. */
    visitors: number | null
  }
  site_look: {
    id: Generated<number>
    accent: string | null
    announcement: string | null
    announcement_ends: Date | null
    name: string | null
    welcome: string | null
  }
  site_pages: {
    place: number
    text: string
    title: string
  }
  /** `author_id` is one of the members whose taste is most like that of `account_id`; the reverse need not hold. */
  taste_matches: {
    account_id: number
    author_id: number
  }
  taste_runs: {
    account_id: number
    /** When the account was compared with others last. */
    matched_at: Generated<Date>
  }
  /** Members whose logins by password ask for a code. */
  two_steps: {
    account_id: number
    created_at: Generated<Date>
    /** Time step of the last code that was used (RFC 6238): no code of that step or an earlier one is accepted. */
    last_step: number
    secret_sealed: Buffer
  }
  used_challenges: {
    challenge_hash: Buffer
    expires_at: Date
  }
  venue_posts: {
    address_key: string | null
    post_id: number
    venue_id: number
  }
  venues: {
    id: Generated<number>
    lat: number | null
    lng: number | null
    /** Name in lower case without spaces. */
    name_key: string
    shop_key: string | null
  }
  visitor_marks: {
    /** Keyed hash of a network and a browser. */
    mark: Buffer
  }
  /** How often a member has been at a place: rows of the mark `been` with that `post_id`. */
  visits: {
    id: Generated<number>
    account_id: number
    /** Whether they would go again; null when they did not say. */
    again: boolean | null
    post_id: number
  }
  webhook_deliveries: {
    id: Generated<number>
    /** Number of times it was sent. */
    attempts: Generated<number>
    created_at: Generated<Date>
    data: unknown
    event: string
    next_at: Generated<Date>
    webhook_id: number
  }
  webhooks: {
    id: Generated<number>
    created_at: Generated<Date>
    events: string[]
    /** Outcome of the last attempt: a status, or the code of the failure. */
    outcome: string | null
    secret_sealed: Buffer
    tried_at: Date | null
    url: string
  }
  /** Members who get a mail about each week. */
  weekly_mails: {
    id: Generated<number>
    account_id: number
    /** Area whose TOP 10 the mail has. */
    area_id: number | null
    told_until: Generated<Date>
  }
}

import type {
  AccountsTable,
  ConsentsTable,
  EmailCodesTable,
  FormerAnswersTable,
  FormerEmailsTable,
  RecoveryTicketsTable,
  SessionsTable,
} from './tables/accounts.ts'
import type { CollectionEntriesTable, CollectionsTable } from './tables/collections.ts'
import type {
  DecisionsTable,
  ModerationRecordTable,
  ModerationRulesTable,
  ModerationSettingsTable,
  ReportsTable,
} from './tables/moderation.ts'
import type {
  BlocksTable,
  CommentsTable,
  FollowsTable,
  MutedNotificationsTable,
  NotificationActorsTable,
  NotificationsTable,
  PushSubscriptionsTable,
  WeeklyMailsTable,
} from './tables/people.ts'
import type {
  PlaceAreasTable,
  PlaceImportsTable,
  PlaceLookupsTable,
  PlaceLookupTurnsTable,
  PlaceRingsTable,
  PlaceSourcesTable,
  PlacesTable,
  RoadsTable,
} from './tables/places.ts'
import type {
  LikesTable,
  PostCellsTable,
  PostPositionsTable,
  PostSearchTable,
  PostStatsTable,
  PostsTable,
  SavesTable,
  VenuePostsTable,
  VenuesTable,
} from './tables/posts.ts'
import type {
  AttemptsTable,
  IdempotencyKeysTable,
  ImagesTable,
  ImageUsesTable,
  MailsTable,
  NoticesTable,
  RateLimitsTable,
} from './tables/shared.ts'

export interface Tables {
  accounts: AccountsTable
  sessions: SessionsTable
  images: ImagesTable
  image_uses: ImageUsesTable
  posts: PostsTable
  post_stats: PostStatsTable
  post_search: PostSearchTable
  likes: LikesTable
  saves: SavesTable
  collections: CollectionsTable
  collection_entries: CollectionEntriesTable
  comments: CommentsTable
  notifications: NotificationsTable
  notification_actors: NotificationActorsTable
  muted_notifications: MutedNotificationsTable
  weekly_mails: WeeklyMailsTable
  reports: ReportsTable
  decisions: DecisionsTable
  moderation_record: ModerationRecordTable
  moderation_rules: ModerationRulesTable
  moderation_settings: ModerationSettingsTable
  push_subscriptions: PushSubscriptionsTable
  idempotency_keys: IdempotencyKeysTable
  attempts: AttemptsTable
  rate_limits: RateLimitsTable
  email_codes: EmailCodesTable
  recovery_tickets: RecoveryTicketsTable
  consents: ConsentsTable
  follows: FollowsTable
  blocks: BlocksTable
  former_emails: FormerEmailsTable
  former_answers: FormerAnswersTable
  mails: MailsTable
  notices: NoticesTable
  place_sources: PlaceSourcesTable
  place_imports: PlaceImportsTable
  places: PlacesTable
  place_areas: PlaceAreasTable
  place_rings: PlaceRingsTable
  roads: RoadsTable
  place_lookups: PlaceLookupsTable
  place_lookup_turns: PlaceLookupTurnsTable
  post_positions: PostPositionsTable
  post_cells: PostCellsTable
  venues: VenuesTable
  venue_posts: VenuePostsTable
}

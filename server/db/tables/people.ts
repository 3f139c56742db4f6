import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

type NotificationKind = 'like' | 'comment' | 'follow' | 'post' | 'moderation'

export interface PeopleTables {
  /** `account_id` follows `author_id`. */
  follows: {
    id: Generated<number>
    account_id: number
    author_id: number
    created_at: DatabaseTime
  }

  /** `account_id` has blocked `author_id`; neither sees the other. */
  blocks: PeopleTables['follows']

  comments: {
    id: Generated<number>
    post_id: number
    account_id: number
    /** Empty only with `tasty`. */
    text: string
    tasty: Generated<boolean>
    created_at: DatabaseTime
    /** By a moderator, or until one has looked at it. */
    hidden: Generated<boolean>
    edited_at: ColumnType<Date | null, never, Date>
  }

  /** A group: what kind of thing others did for a member, about one post or none. */
  notifications: {
    id: Generated<number>
    account_id: number
    kind: NotificationKind
    post_id: number | null
    /** When somebody was added last. */
    at: DatabaseTime
    is_read: Generated<boolean>
  }

  notification_actors: {
    notification_id: number
    actor_id: number
    /** Whom the group notifies. */
    account_id: number
    /** Of a comment: their last one. */
    comment_id: number | null
    at: DatabaseTime
  }

  push_subscriptions: {
    id: Generated<number>
    account_id: number
    session_id: number
    endpoint: string
    p256dh: string
    auth: string
    told_until: ColumnType<Date, undefined, Date>
    next_at: ColumnType<Date, undefined, Date>
    failures: Generated<number>
  }

  /** Who gets a mail about each week. */
  weekly_mails: {
    id: Generated<number>
    account_id: number
    /** Whose TOP 10 it has. */
    area_id: number | null
    told_until: ColumnType<Date, undefined, Date>
  }

  muted_notifications: {
    account_id: number
    kind: NotificationKind
  }
}

export type Kind = 'post' | 'comment' | 'collection' | 'author'

/** What moderators see and decide. */
export interface ModerationTables {
  reports: {
    id: Generated<number>
    /** Null: the site itself held it for a word. */
    reporter_id: number | null
    kind: Kind
    post_id: number | null
    comment_id: number | null
    collection_id: number | null
    author_id: number
    /** Of the row that `kind` names. */
    item_id: ColumnType<number, never, never>
    reason: string
    text: Generated<string>
    network: string | null
    created_at: ColumnType<Date, never, Date>
    /** Moderators found nothing wrong. */
    dismissed: Generated<boolean>
    taken_back: Generated<boolean>
    /** How often it was reported in this version. */
    times: Generated<number>
    handled_at: Generated<Date | null>
  }

  /** What was decided about a member, who may answer once. */
  decisions: {
    id: Generated<number>
    account_id: number
    kind: Kind
    /** It may be gone. */
    item_id: number
    action: 'hide' | 'hold' | 'remove' | 'suspend'
    title: string
    reason: string
    until: Date | null
    created_at: DatabaseTime
    undone_at: Generated<Date | null>
    answer: Generated<string | null>
    answered_at: Generated<Date | null>
    answer_read_at: Generated<Date | null>
  }

  /** Rows are only added. */
  moderation_record: {
    id: Generated<number>
    at: ColumnType<Date, never, never>
    actor_id: number | null
    about_id: number | null
    action: string
    kind: string | null
    item_id: number | null
    reason: Generated<string>
  }

  moderation_rules: {
    kind: 'word' | 'domain' | 'network'
    value: string
    created_at: DatabaseTime
  }

  moderation_settings: {
    single: Generated<boolean>
    signup: 'open' | 'approval' | 'closed'
  }
}

import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

type Kind = 'like' | 'comment' | 'follow' | 'post' | 'moderation'

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
    kind: Kind
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
    kind: Kind
  }
}

import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export type Kind = 'post' | 'comment' | 'collection' | 'author'

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

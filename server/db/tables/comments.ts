import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export interface CommentsTable {
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

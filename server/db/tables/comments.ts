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
  edited_at: ColumnType<Date | null, never, Date>
}

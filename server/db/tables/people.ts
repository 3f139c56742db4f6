import type { Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

/** `account_id` follows `author_id`. */
export interface FollowsTable {
  id: Generated<number>
  account_id: number
  author_id: number
  created_at: DatabaseTime
}

/** `account_id` has blocked `author_id`; neither sees the other. */
export type BlocksTable = FollowsTable

import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export interface CollectionsTable {
  id: Generated<number>
  /** Its id in the API. */
  key: string
  account_id: number
  name: string
  about: string
  visibility: 'private' | 'link' | 'public'
  normal: string
  grams: string[]
  /** By a moderator. */
  hidden: Generated<boolean>
  created_at: DatabaseTime
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface CollectionEntriesTable {
  collection_id: number
  /** The post may be gone. */
  post_id: number
  /** From 1, in the order of its collection; what was taken out leaves a gap. */
  position: number
  note: string
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
  venue_id: number | null
}

import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export interface PostTables {
  posts: {
    id: Generated<number>
    account_id: number
    title: string
    contents: string
    address: string | null
    place_name: string | null
    /** Finds other posts of the same place. PostgreSQL makes it from `place_name`, nearly as `normalForm` does. */
    place_key: ColumnType<string | null, never, never>
    lat: number | null
    lng: number | null
    start_time: string | null
    end_time: string | null
    kind: string | null
    price: string | null
    /** Written as JSON. */
    dishes: ColumnType<{ name: string; price: number | null }[], string | undefined, string>
    closed_on: Generated<string[]>
    traits: Generated<string[]>
    /** Both times and the closing days as one number; null unless both times are known. */
    open_hours: ColumnType<number | null, never, never>
    /** Kind, price and traits as bits of one number (`factBits`); null for none. */
    facts: number | null
    /** By a moderator, or until one has looked at it. */
    hidden: Generated<boolean>
    created_at: ColumnType<Date, Date | undefined, never>
    updated_at: ColumnType<Date | null, never, Date>
  }

  post_stats: {
    post_id: number
    like_count: Generated<number>
    comment_count: Generated<number>
    /** Of its comments those that say so. */
    tasty_count: Generated<number>
    open_hours: number | null
    facts: number | null
  }

  post_search: {
    post_id: number
    normal: string
    grams: string[]
  }

  likes: {
    post_id: number
    account_id: number
    created_at: DatabaseTime
  }

  saves: {
    account_id: number
    list: 'want' | 'been'
    /** The post may be gone. */
    post_id: number
    saved_at: DatabaseTime
    /** Whose word the title is; null once they have withdrawn. */
    author_id: number | null
    title: string | null
    place_name: string | null
    address: string | null
    lat: number | null
    lng: number | null
    venue_id: number | null
  }

  post_positions: {
    post_id: number
    /** PostgreSQL's point: longitude and Mercator latitude, in degrees. */
    position: ColumnType<{ x: number; y: number }, never, never>
    open_hours: ColumnType<number | null, never, never>
    facts: ColumnType<number | null, never, never>
  }

  post_cells: {
    level: number
    x: number
    y: number
    /** Spreads writers of one square over several rows. */
    shard: number
    count: number
    sum_x: number
    sum_y: number
  }

  venues: {
    id: Generated<number>
    /** Lower case without spaces. */
    name_key: string
    lat: number | null
    lng: number | null
    shop_key: string | null
  }

  venue_posts: {
    post_id: number
    venue_id: number
    address_key: string | null
  }

  collections: {
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

  collection_entries: {
    collection_id: number
    /** The post may be gone. */
    post_id: number
    /** From 1, in the order of its collection; what was taken out leaves a gap. */
    position: number
    note: string
    /** As in `saves`. */
    author_id: number | null
    title: string | null
    place_name: string | null
    address: string | null
    lat: number | null
    lng: number | null
    venue_id: number | null
  }
}

import { type Kysely, sql } from 'kysely'

/**
 * A post has hundreds of entries in the search index. New ones are collected on at most 32 pages, which every search
 * reads too, and written into the index together (docs/decisions/0151).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index post_search_grams set (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}

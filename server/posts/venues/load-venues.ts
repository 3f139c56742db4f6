import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** For each post the id of its place, or null. */
export async function loadVenues(db: Queryable, postIds: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ post_id: number; venue_id: number }>`${prepared}
    select post_id, venue_id from venue_posts where post_id = any(${postIds}::bigint[])`.execute(db)
  const venues = new Map(rows.map(({ post_id, venue_id }) => [String(post_id), String(venue_id)]))
  return postIds.map((id) => venues.get(id) ?? null)
}

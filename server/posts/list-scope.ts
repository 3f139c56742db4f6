import { type RawBuilder, sql } from 'kysely'
import { requirePostId } from './policy.ts'

/** Limits a list to the posts of one author or one place, of which there are few. */
export type ListScope = Readonly<{
  /** Names it in cursors and counts. */
  name: string
  /** The columns that orders and filters need; an index yields the newest first. */
  posts: RawBuilder<unknown>
}>

/** The posts of the author with that public handle. */
export function postsOfAuthor(handle: string): ListScope {
  return {
    name: handle,
    posts: sql`select id, title, open_hours from posts
      where account_id = (select id from accounts where handle = ${handle})`,
  }
}

/**
 * The posts about a place.
 * @throws {AppError} NOT_FOUND for an invalid id
 */
export function postsOfPlace(id: string): ListScope {
  return {
    name: `place ${id}`,
    posts: sql`select o.id, o.title, o.open_hours from venue_posts v join posts o on o.id = v.post_id
      where v.venue_id = ${requirePostId(id)}`,
  }
}

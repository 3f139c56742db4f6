import { type RawBuilder, sql } from 'kysely'
import { requirePostId } from './policy.ts'

/** The posts that a list is about when it is not about all: as many as one person writes, or as are written of one place. */
export type ListScope = Readonly<{
  /** Names it in cursors and counts. */
  name: string
  /** What the orders and the filters need of these posts; an index yields the newest first. */
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
 * @throws {AppError} NOT_FOUND for a text that is no id
 */
export function postsOfPlace(id: string): ListScope {
  return {
    name: `place ${id}`,
    posts: sql`select o.id, o.title, o.open_hours from venue_posts v join posts o on o.id = v.post_id
      where v.venue_id = ${requirePostId(id)}`,
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../platform/database/change-log.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { ANY_LIKES, ANY_LIST } from '../../platform/database/shown.ts'

// Names (`platform/database/shown.ts`) of the lists that a post is in. A response that shows such a list depends on its name.

/** SQL of the names of lists with a post because of its place: of the place itself, of its address, and of its name. */
export function placeListNames(post: 'posts' | 'p' | 'o'): RawBuilder<string[]> {
  const [id, address, key] = ['id', 'address', 'place_key'].map((column) => sql.ref(`${post}.${column}`))
  return sql<string[]>`array_remove(array[
    'venue ' || (select venue_id from venue_posts where post_id = ${id}),
    'at ' || hashtextextended(${address}, 0), 'named ' || hashtextextended(${key}, 0)], null)`
}

/** SQL of the names of lists that change when the post is liked: those of its place, and its author's. */
export function likeListNames(post: 'posts' | 'p'): RawBuilder<string[]> {
  const author = sql.ref(`${post}.account_id`)
  return sql<string[]>`(${placeListNames(post)} || (select 'by ' || handle from accounts where id = ${author}))`
}

/** Names of the lists of a post's place, author and areas; none for a deleted post. */
export async function loadListNames(db: Queryable, id: number): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`${prepared}
    select ${likeListNames('p')} || array(select 'in ' || area_id from post_areas where post_id = p.id) as names
    from posts p where p.id = ${id}`.execute(db)
  return rows[0]?.names ?? []
}

/** Announces a changed post. @param lists names of the lists that the post was in or is in */
export function announcePost(db: Database, id: number, lists: readonly string[]): void {
  changesOf(db).announce([String(id), ANY_LIST, ...lists])
}

/** Announces a like of a post. @param names result of `likeListNames` */
export function announceLike(db: Database, id: number, names: readonly string[]): void {
  changesOf(db).announce([String(id), ANY_LIKES, ...names])
}

/** Announces a changed comment of a post, which is shown with the post and on the page of its place. */
export async function announceComment(db: Database, id: number): Promise<void> {
  changesOf(db).announce(await namesOfComments(db, id))
}

async function namesOfComments(db: Database, id: number): Promise<Change> {
  try {
    const { rows } = await sql<{ names: string[] }>`${prepared}
      select ${placeListNames('p')} as names from posts p where p.id = ${id}`.execute(db)
    return [String(id), ...(rows[0]?.names ?? [])]
  } catch {
    // The comment is stored already: without names, announces that anything may have changed.
    return null
  }
}

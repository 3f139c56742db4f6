import { type RawBuilder, sql } from 'kysely'
import { isSeenBy, type Reader } from '../../authors/visibility.ts'
import { requireId } from '../../errors.ts'
import { isOpen, type OpenAt, openAt } from './open-at.ts'

/**
 * Which posts a list contains, apart from its order (which the API calls `filter`). To add a filter, add its field to
 * both types and handle it in the functions of this file, which all lists, searches and maps use.
 */
export type ListFilter = Readonly<{
  /** When the place must be open; null for all posts. */
  openAt: OpenAt | null
  /** From whom some authors are hidden; null for everybody else. */
  reader: Reader
}>

export const allPosts: ListFilter = { openAt: null, reader: null }

export type FilterArgs = { open?: boolean | null }

export function readFilter({ open }: FilterArgs, reader: Reader, now: Date): ListFilter {
  return { openAt: open ? openAt(now) : null, reader: reader?.hasBlocks ? reader : null }
}

/** The filter's name in cursors, the same at any time and for every reader. */
export function filterName({ openAt }: ListFilter): string {
  return openAt === null ? '' : 'open'
}

/** The filter's name for kept counts, which depend on the time and the reader. */
export function countedName({ openAt, reader }: ListFilter): string {
  return `${openAt === null ? '' : `open ${Object.values(openAt).join(' ')}`}${reader === null ? '' : ` for ${reader.accountId}`}`
}

/** On a row of `posts`, `post_stats`, `post_positions` or `post_areas` under that alias. */
export function conditionsOf({ openAt, reader }: ListFilter, alias: 'p' | 's' | 'm' | 'a'): RawBuilder<boolean>[] {
  // A subquery for each post: a join would read all posts of those who are hidden, or all others.
  const author = sql`(select w.account_id from posts w where w.id = ${sql.ref(alias === 'p' ? 'p.id' : `${alias}.post_id`)})`
  return [
    ...(openAt === null ? [] : [isOpen(sql.ref(`${alias}.open_hours`), openAt)]),
    ...(reader === null ? [] : [isSeenBy(reader, author)]),
  ]
}

/** What all posts that may pass have in common. The latest ones have an index of their own. */
export function mayPass({ openAt }: ListFilter, alias: 'p' | 's'): RawBuilder<boolean>[] {
  return openAt === null ? [] : [sql<boolean>`${sql.ref(`${alias}.open_hours`)} is not null`]
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`
}

export function isFiltering({ openAt, reader }: ListFilter): boolean {
  return openAt !== null || reader !== null
}

/** Limits a list to the posts of one author or one place, which are few. */
export type ListScope = Readonly<{
  name: string
  /** The columns that orders and filters need; an index yields the newest first. */
  posts: RawBuilder<unknown>
}>

export function postsOfAuthor(handle: string): ListScope {
  return {
    name: handle,
    posts: sql`select id, title, open_hours from posts
      where account_id = (select id from accounts where handle = ${handle})`,
  }
}

/** @throws {AppError} NOT_FOUND for an invalid id */
export function postsOfPlace(id: string): ListScope {
  return {
    name: `place ${id}`,
    posts: sql`select o.id, o.title, o.open_hours from venue_posts v join posts o on o.id = v.post_id
      where v.venue_id = ${requireId(id)}`,
  }
}

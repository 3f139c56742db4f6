import { type RawBuilder, sql } from 'kysely'
import { stepOfDayInSeoul } from '#rules/hours.ts'

/**
 * What lists are narrowed to, whatever their order (which the API calls `filter`). A further filter is a field of both types
 * here and its part of the three functions; lists, searches, maps, their cursors and their counts follow.
 */
export type ListFilter = Readonly<{
  /** Step of the day (`stepOfDayInSeoul`) at which the place of a post is open; null for posts of any or no hours. */
  openAt: number | null
}>

/** A filter for which the time matters. */
export type OpenFilter = ListFilter & { openAt: number }

export const allPosts: ListFilter = { openAt: null }

/** The arguments of the API that say so. */
export type FilterArgs = { open?: boolean | null }

/** The filter of a list for which "now" is `now`. */
export function readFilter({ open }: FilterArgs, now: Date): ListFilter {
  return { openAt: open ? stepOfDayInSeoul(now) : null }
}

/** Names the filter in cursors, whatever the time; empty without one. A name of several parts is in the order of the fields. */
export function filterName({ openAt }: ListFilter): string {
  return openAt === null ? '' : 'open'
}

/** Names the list of the filter among counts, where the time matters. */
export function countedName({ openAt }: ListFilter): string {
  return openAt === null ? '' : `open ${openAt}`
}

/** Conditions on a row of `posts`, `post_stats` or `post_positions` under that alias; none for all posts. */
export function conditionsOf({ openAt }: ListFilter, alias: 'p' | 's' | 'm'): RawBuilder<boolean>[] {
  return openAt === null ? [] : [sql<boolean>`is_open(${sql.ref(`${alias}.open_hours`)}, ${openAt}::integer)`]
}

/** Whether the filter asks for what is open. */
export function isForOpen(filter: ListFilter): filter is OpenFilter {
  return filter.openAt !== null
}

/** Whether the filter leaves posts out. */
export function isFiltering({ openAt }: ListFilter): boolean {
  return openAt !== null
}

import * as years from '@hyunbinseo/holidays-kr/all'
import { type RawBuilder, sql } from 'kysely'
import type { FoodKind, PlaceTrait, PriceRange } from '#contract/schema.gen.ts'
import { DAY_MS, dateInSeoul } from '#rules/dates.ts'
import { factBits, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { closedDays, isClosed, stepOfDayInSeoul } from '#rules/hours.ts'
import type { PostInput } from '#rules/post.ts'
import { requireId } from '../../../platform/errors.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'

/** Dates of Korea's public holidays, `YYYY-MM-DD`. A year that is not announced yet has none. */
const holidays: readonly string[] = Object.values(years).flatMap((year) => Object.keys(year))

/** How many days ahead a page knows, because it may stay open for days. */
const DAYS_TOLD = 14

/** The holidays that somebody who opens a page now may see: of yesterday, for places open past midnight, and to come. */
export function holidaysAround(now: Date): string[] {
  const [from, to] = [now.getTime() - DAY_MS, now.getTime() + DAYS_TOLD * DAY_MS].map(dateInSeoul)
  return holidays.filter((date) => date >= (from ?? '') && date <= (to ?? ''))
}

/** An instant as `is_open` wants it: the step of the day (`stepOfDayInSeoul`), and the closing days that two days are, as bits. */
export type OpenAt = Readonly<{ step: number; today: number; yesterday: number }>

export function openAt(now: Date): OpenAt {
  const maskOf = (instant: number) =>
    closedDays.reduce((mask, day, bit) => mask | (isClosed([day], instant, holidays) ? 1 << bit : 0), 0)
  return { step: stepOfDayInSeoul(now), today: maskOf(now.getTime()), yesterday: maskOf(now.getTime() - DAY_MS) }
}

/** `hours` is a column `open_hours`. */
export function isOpen(hours: RawBuilder<unknown>, { step, today, yesterday }: OpenAt): RawBuilder<boolean> {
  return sql`is_open(${hours}, ${step}::integer, ${today}::integer, ${yesterday}::integer)`
}

/**
 * Which posts a list contains, apart from its order (which the API calls `filter`). To add a filter, add its field to
 * both types and handle it in the functions of this file, which all lists, searches and maps use.
 */
export type ListFilter = Readonly<{
  /** When the place must be open; null for all posts. */
  openAt: OpenAt | null
  /** What posts must tell of their place (`wantedFacts`); 0 for all posts. */
  facts: number
  /** Reader with hidden authors; null for everybody else. */
  reader: Reader
}>

export const allPosts: ListFilter = { openAt: null, facts: 0, reader: null }

export type FilterArgs = FactArgs & { open?: boolean | null }

export function parseFilter(args: FilterArgs, reader: Reader, now: Date): ListFilter {
  return {
    openAt: args.open ? openAt(now) : null,
    facts: wantedFacts(args),
    reader: reader?.bypassesSharedCache ? reader : null,
  }
}

/** The filter's name in cursors, the same at any time and for every reader. */
export function filterName({ openAt, facts }: ListFilter): string {
  return [...(openAt === null ? [] : ['open']), ...(facts === 0 ? [] : [`facts ${facts}`])].join(' ')
}

/** The filter's name for kept counts, which depend on the time and the reader. */
export function countedName({ openAt, facts, reader }: ListFilter): string {
  return [
    openAt === null ? '' : `open ${Object.values(openAt).join(' ')}`,
    facts === 0 ? '' : `facts ${facts}`,
    reader === null ? '' : `for ${reader.accountId}`,
  ].join(' ')
}

/** The columns of a row under that alias by which posts are filtered. */
export function filterColumns(alias: 'p' | 's' | 'm' | 'o'): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.open_hours`)}, ${sql.ref(`${alias}.facts`)}`
}

/** On a row of `posts`, `post_stats`, `post_positions` or `post_areas` under that alias. */
export function conditionsOf(
  { openAt, facts, reader }: ListFilter,
  alias: 'p' | 's' | 'm' | 'a',
): RawBuilder<boolean>[] {
  // This is asked for each post alone. For a join the database would read all posts of hidden authors, or all other posts.
  const id = sql.ref(alias === 'p' ? 'p.id' : `${alias}.post_id`)
  const isShown = sql<boolean>`(select ${isShownTo(reader, 'post', 'w')} from posts w where w.id = ${id})`
  return [
    ...(openAt === null ? [] : [isOpen(sql.ref(`${alias}.open_hours`), openAt)]),
    ...(facts === 0 ? [] : [hasFacts(sql.ref(`${alias}.facts`), facts)]),
    ...(reader === null ? [] : [isShown]),
  ]
}

/** What all posts that may pass have in common, in a list of `posts` or `post_stats`. The latest ones have an index of their own. */
export function mayPass({ openAt, facts }: ListFilter, alias: 'p' | 's', isLatest: boolean): RawBuilder<boolean>[] {
  return [
    ...(openAt === null ? [] : [sql<boolean>`${sql.ref(`${alias}.open_hours`)} is not null`]),
    // In other orders a page would read on and on where few posts tell anything.
    ...(facts === 0 || !isLatest ? [] : [sql<boolean>`${sql.ref(`${alias}.facts`)} is not null`]),
  ]
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`
}

export function isFiltering(filter: ListFilter): boolean {
  return isNarrowed(filter) || filter.reader !== null
}

/** Whether posts are left out that the reader may see: stored counts, which heed the reader, cannot be used. */
export function isNarrowed({ openAt, facts }: ListFilter): boolean {
  return openAt !== null || facts !== 0
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
    posts: sql`select o.id, o.title, ${filterColumns('o')} from posts o
      where account_id = (select id from accounts where handle = ${handle}) and not hidden`,
  }
}

/** @throws {AppError} NOT_FOUND for an invalid id */
export function postsOfPlace(id: string): ListScope {
  return {
    name: `place ${id}`,
    posts: sql`select o.id, o.title, ${filterColumns('o')} from venue_posts v join posts o on o.id = v.post_id
      where v.venue_id = ${requireId(id)}`,
  }
}

export type FactArgs = {
  kind?: readonly FoodKind[] | null
  price?: readonly PriceRange[] | null
  traits?: readonly PlaceTrait[] | null
}

const bitsOf = (chosen: readonly (keyof typeof factBits)[] | null | undefined) =>
  (chosen ?? []).reduce((bits, key) => bits | (1 << factBits[key]), 0)

/** One of the kinds, one of the prices and all of the traits, as bits of `facts`; 0 when nothing is asked for. */
export function wantedFacts({ kind, price, traits }: FactArgs): number {
  return bitsOf(kind) | bitsOf(price) | bitsOf(traits)
}

/** The column `facts` of a post; null if it tells nothing of its place. */
export function factsOf({ kind, price, traits }: Pick<PostInput, 'kind' | 'price' | 'traits'>): number | null {
  return wantedFacts({ kind: kind ? [kind] : [], price: price ? [price] : [], traits }) || null
}

const ALL = [foodKinds, priceRanges, placeTraits].map((group) =>
  bitsOf(Object.keys(group) as (keyof typeof factBits)[]),
)

/** `facts` is a column of that name, `wanted` what `wantedFacts` returns. */
export function hasFacts(facts: RawBuilder<unknown>, wanted: number): RawBuilder<boolean> {
  const [kinds, prices, traits] = ALL.map((bits) => wanted & bits)
  const conditions = [
    ...(kinds ? [sql`${facts} & ${kinds}::integer <> 0`] : []),
    ...(prices ? [sql`${facts} & ${prices}::integer <> 0`] : []),
    ...(traits ? [sql`${facts} & ${traits}::integer = ${traits}::integer`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

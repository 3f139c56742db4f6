import { type RawBuilder, sql } from 'kysely'
import type { FoodKind, PlaceTrait, PriceRange } from '#contract/schema.gen.ts'
import { factBits, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import type { PostInput } from '#rules/post.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { requireId } from '../../../platform/errors.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { type OpenAt, openAt } from './open-at.ts'
import { isOpen, type OpenBits, openBits } from './open-weeks.ts'

/**
 * Selects the posts of a list; the API calls its order `filter`. A new filter needs a field in both types and its place
 * in this file's functions, which all lists, searches and maps use.
 */
export type ListFilter = Readonly<{
  /** Time at which places must be open; null for all posts. */
  openAt: OpenAt | null
  /** Rows of `open_weeks` (opening hours by weekday) that are open then, as far as they are held in memory. */
  weeks?: OpenBits
  /** Facts that posts must have (`wantedFacts`); 0 for all posts. */
  facts: number
  /** The reader, if some authors are hidden from them; null for all other readers. */
  reader: Reader
}>

/** The filter that all posts pass. */
export const noFilter: ListFilter = { openAt: null, facts: 0, reader: null }

export type FilterArgs = FactArgs & { open?: boolean | null }

/** @param db its open weeks are held in memory; without it a list reads all rows of `open_weeks` */
export function parseFilter(args: FilterArgs, reader: Reader, now: Date, db?: Database): ListFilter {
  const at = args.open ? openAt(now) : null
  return {
    openAt: at,
    ...(at && db && { weeks: openBits(db, now) }),
    facts: wantedFacts(args),
    reader: reader?.bypassesSharedCache ? reader : null,
  }
}

/** Name of the filter in cursors, independent of time and reader. */
export function filterName({ openAt, facts }: ListFilter): string {
  return [...(openAt === null ? [] : ['open']), ...(facts === 0 ? [] : [`facts ${facts}`])].join(' ')
}

/** Name of the filter for cached counts: unlike `filterName`, it depends on time and reader. */
export function filterNameForCounts({ openAt, facts, reader }: ListFilter): string {
  return [
    openAt === null ? '' : `open ${Object.values(openAt).join(' ')}`,
    facts === 0 ? '' : `facts ${facts}`,
    reader === null ? '' : `for ${reader.accountId}`,
  ].join(' ')
}

/** SQL columns that `conditionsOf` reads. */
export function filterColumns(alias: 'p' | 's' | 'm' | 'o'): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.open_hours`)}, ${sql.ref(`${alias}.facts`)}`
}

/** Conditions on `posts`, `post_stats`, `post_positions` or `post_areas` under `alias`. */
export function conditionsOf(
  { openAt, weeks, facts, reader }: ListFilter,
  alias: 'p' | 's' | 'm' | 'a',
): RawBuilder<boolean>[] {
  // A subquery per post: a join would read all posts of hidden authors, or all other posts.
  const id = sql.ref(alias === 'p' ? 'p.id' : `${alias}.post_id`)
  const isShown = sql<boolean>`(select ${isShownTo(reader, 'post', 'w')} from posts w where w.id = ${id})`
  return [
    ...(openAt === null ? [] : [isOpen(sql.ref(`${alias}.open_hours`), openAt, weeks)]),
    ...(facts === 0 ? [] : [hasFacts(sql.ref(`${alias}.facts`), facts)]),
    ...(reader === null ? [] : [isShown]),
  ]
}

/** Necessary condition of the filter on `posts` or `post_stats`; the latest list has a partial index for it. */
export function mayPass({ openAt, facts }: ListFilter, alias: 'p' | 's', isLatest: boolean): RawBuilder<boolean>[] {
  return [
    ...(openAt === null ? [] : [sql<boolean>`${sql.ref(`${alias}.open_hours`)} is not null`]),
    // In other orders a page would read far where few posts have facts.
    ...(facts === 0 || !isLatest ? [] : [sql<boolean>`${sql.ref(`${alias}.facts`)} is not null`]),
  ]
}

/** SQL condition that all the conditions hold; true without any. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`
}

/** Whether the filter may exclude any posts, also those of hidden authors. */
export function isFiltering(filter: ListFilter): boolean {
  return isNarrowed(filter) || filter.reader !== null
}

/** Whether the filter excludes posts that the reader may see, so that stored counts cannot be used. */
export function isNarrowed({ openAt, facts }: ListFilter): boolean {
  return openAt !== null || facts !== 0
}

/** The posts of one author or place. */
export type ListScope = Readonly<{
  name: string
  /** SQL of the posts with the columns for orders and filters; an index yields the newest first. */
  posts: RawBuilder<unknown>
}>

/** The posts of the author with this handle. */
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

/** Wanted facts as bits of the column `facts`; 0 without any. A post must have one of the kinds, one of the prices and all traits. */
export function wantedFacts({ kind, price, traits }: FactArgs): number {
  return bitsOf(kind) | bitsOf(price) | bitsOf(traits)
}

/** Value of the column `facts` of a post; null without facts. */
export function factsOf({ kind, price, traits }: Pick<PostInput, 'kind' | 'price' | 'traits'>): number | null {
  return wantedFacts({ kind: kind ? [kind] : [], price: price ? [price] : [], traits }) || null
}

const ALL = [foodKinds, priceRanges, placeTraits].map((group) =>
  bitsOf(Object.keys(group) as (keyof typeof factBits)[]),
)

/** SQL condition: a post has the facts. @param wanted result of `wantedFacts` */
export function hasFacts(facts: RawBuilder<unknown>, wanted: number): RawBuilder<boolean> {
  const [kinds, prices, traits] = ALL.map((bits) => wanted & bits)
  const conditions = [
    ...(kinds ? [sql`${facts} & ${kinds}::integer <> 0`] : []),
    ...(prices ? [sql`${facts} & ${prices}::integer <> 0`] : []),
    ...(traits ? [sql`${facts} & ${traits}::integer = ${traits}::integer`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

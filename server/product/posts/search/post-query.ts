import { type RawBuilder, sql } from 'kysely'
import type { Occasion } from '#rules/occasions.ts'
import { landmarkKind } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import {
  containsAllSql,
  expectedRows,
  hasAllGrams,
  type SearchTerm,
  withoutTableScans,
} from '../../search/search-text.ts'
import { allOf, conditionsOf, type ListFilter } from '../lists/list-filter.ts'
import { isWithin } from '../lists/orders.ts'

/** Where posts are searched: in areas by their addresses, with those near a part of the area first, or in a square around a landmark. */
export type SearchLocation = Readonly<{
  addresses: readonly string[]
  around: Position | null
  near?: Position | null
  posts: number
}>

type Place = SearchLocation & Readonly<{ terms: readonly SearchTerm[] }>

/** Finds posts with all words, or posts at the place that the keyword names with its other words. */
export type PostQuery = Readonly<{
  terms: readonly SearchTerm[]
  /** The place, with the known number of its posts, and the words beside its name. */
  there: Place | null
  /** The 읍 or 면 of a landmark, for posts with the other words if there are none around it. */
  town?: Place | null
  /** Optional words, which rank posts higher. */
  wished?: readonly SearchTerm[]
  /** Another name of the area than in its address, as some posts have it. */
  called?: readonly SearchTerm[]
  /** Nickname of an author whose posts are searched, instead of words. */
  author?: string
  /** Meals, purposes and moods that are asked for. */
  occasions?: readonly Occasion[]
  /** Whether the keyword has only an occasion, so that likes count more than words. */
  isMood?: boolean
  /** The keyword as typed, and without generic words; posts with exactly one of these as their title come first. */
  typed?: readonly string[]
}>

/** Degrees, half the width of the square around a landmark: some 1.2 kilometres. */
const AROUND = 0.011

export function queryOfWords(terms: readonly SearchTerm[]): PostQuery {
  return { terms, there: null }
}

/** Name of a query in cursors and in the cache of counts. */
export function queryName({ terms, there, wished = [], author }: PostQuery): string {
  if (author !== undefined) return `by ${author}`
  const words = [...terms.map(({ text }) => text).sort(), ...wished.map(({ text }) => `wished ${text}`).sort()]
  const place = there
    ? [
        `at ${there.addresses.join(',')} ${[there.around, there.near].map((at) => (at ? `${at.lat},${at.lng}` : '')).join(' ')}`,
      ]
    : []
  return [...words, ...place].join(' ')
}

/** SQL condition: a query finds the post with this id and this search text in normal form. */
export function isFound(query: PostQuery, id: RawBuilder<unknown>, normal: RawBuilder<unknown>): RawBuilder<boolean> {
  const { terms, there, author } = query
  if (author !== undefined) return sql`${id} in (${idsBy(author)})`
  const hasWords = containsAllSql(normal, terms, writtenText(id))
  if (!there) return hasWords
  const others = there.terms.length > 0 ? [containsAllSql(normal, there.terms, writtenText(id))] : []
  return sql`(${hasWords} or ${sql.join([...others, isAtLocation(there, id)], sql` and `)})`
}

/** SQL of the ids of all posts that a query finds, by the search index. */
export function foundIds({ terms, there, author }: PostQuery): RawBuilder<unknown> {
  if (author !== undefined) return idsBy(author)
  return there ? sql`${idsWith(terms)} union ${idsThere(there)}` : idsWith(terms)
}

/** SQL of all posts that a query finds, each with its id and its text in normal form. */
export function foundTexts(query: PostQuery): RawBuilder<unknown> {
  const isByWords = query.author === undefined && !query.there
  const isWanted = isByWords ? hasTerms(query.terms) : sql`post_id in (${foundIds(query)})`
  return sql`select post_id, normal from post_search where ${isWanted}`
}

const own = sql`post_search.post_id`

/** Limits of accounts with the same nickname, and of posts of each, that are looked up. */
const [MOST_ACCOUNTS, MOST_WRITTEN] = [20, 2000]

function idsBy(author: string): RawBuilder<unknown> {
  return sql`select w.id as post_id from (
      select id from accounts where username = ${author} limit ${sql.lit(MOST_ACCOUNTS)}
    ) a cross join lateral (
      select p.id from posts p where p.account_id = a.id order by p.id desc limit ${sql.lit(MOST_WRITTEN)}
    ) w`
}

function idsWith(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`select post_id from post_search where ${hasTerms(terms)}`
}

/**
 * SQL condition: a row of `post_search` has all terms. Its text is compared before its grams, which cost a hundred times as much
 * where no index has found them.
 */
function hasTerms(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  return sql`${containsAllSql(sql`normal`, terms, writtenText(own))} and ${hasAllGrams(terms)}`
}

function idsThere(there: NonNullable<PostQuery['there']>): RawBuilder<unknown> {
  return there.terms.length > 0 ? sql`${idsWith(there.terms)} and ${isAtLocation(there, own)}` : idsAtLocation(there)
}

/** Estimated number of posts that a query finds. */
export async function expectedPosts(db: Database, { terms, there, author }: PostQuery): Promise<number> {
  if (author !== undefined) return 1
  const words = await expectedRows(db, 'post_search', terms)
  if (!there) return words
  return words + (there.terms.length > 0 ? await expectedRows(db, 'post_search', there.terms) : there.posts)
}

/**
 * The list that answers a search: its matches ('own'), else posts with the words beside the place's name in its 읍 or 면 ('town'), within
 * some distance ('around') or anywhere ('far'), else the posts nearest to the place ('nearest').
 */
export type SearchList = 'own' | 'town' | 'around' | 'far' | 'nearest'

/** Metres around a place, and around a 시도, within which posts with the other words come before those of other towns. */
const NEAR = 30_000
const NEAR_PROVINCE = 100_000

/** Metres for a place; `level` is 1 for a 시도. */
export const searchRadiusOf = ({ level }: { level?: number }): number => (level === 1 ? NEAR_PROVINCE : NEAR)

/**
 * Metres around a place's position within which a post belongs to the place; 0 for cities and provinces, whose borders are
 * known.
 */
export function radiusOfPlace({
  level,
  category,
  name,
}: {
  level?: number
  category: string | null
  name: string
}): number {
  if (level !== undefined && level <= 2) return 0
  return landmarkKind(category) === 'island' || /[읍면]$/.test(name) ? BESIDE_WIDE : BESIDE
}

const BESIDE = 3000
const BESIDE_WIDE = 15_000

export type CountedQuery = Readonly<{
  /** Words of which some post must have all. Without any, the query counts as finding a post. */
  needs: readonly SearchTerm[]
  /**
   * Name of the place, if only posts there count, and distant ones with the needed words in their title. Null if all posts
   * count.
   */
  at: string | null
  query: PostQuery | null
}>

/** Limit of posts that are counted; and expected number beyond which some post is assumed to have all words, as counting may read many. */
const MOST_COUNTED = 100
const MOST_EXPECTED = 2000

type Counts = Readonly<{ count: number; posts: number }>

/** Counts of a query: numbers if they are known already, else SQL. */
type Counting = Readonly<{ count: number | RawBuilder<number>; posts: number | RawBuilder<number> }>

/**
 * For each query: the number of posts with its words, and the number of posts at its place if it has no other words. One statement
 * counts everything and evaluates `titled`, the SQL of a post's id; none is sent if all is known.
 */
export async function countPostsOfQueries(
  db: Database,
  queries: readonly CountedQuery[],
  { reader, titled = null }: { reader: Reader; titled?: RawBuilder<number> | null },
): Promise<{ counts: readonly Counts[]; titled: number | null }> {
  const counting = await Promise.all(
    queries.map(async ({ needs, at, query }): Promise<Counting> => {
      if (query?.author !== undefined) return { count: countOf(idsBy(query.author), reader), posts: 0 }
      const isNeeded = queries.length > 1 && needs.length > 0
      const expected = isNeeded ? await expectedRows(db, 'post_search', needs) : 1
      return {
        count:
          isNeeded && expected <= MOST_EXPECTED
            ? countOf(idsOfNeeds(needs, at, query?.there ?? null), reader)
            : expected,
        posts: query?.there?.terms.length === 0 ? postsAt(query.there, query.town) : 0,
      }
    }),
  )
  if (counting.every(isKnown) && !titled) return { counts: counting, titled: null }
  const rows = counting.map(
    ({ count, posts }, index) =>
      sql`select ${index}::integer as index, ${count}::integer as count, ${posts}::integer as posts, null::bigint as titled`,
  )
  if (titled) rows.push(sql`select ${rows.length}::integer, 0, 0, ${titled}`)
  const statement = sql<Counts & { titled: number | null }>`${sql.join(rows, sql` union all `)} order by index`
  try {
    const found = (await withoutTableScans(db, (tx) => statement.execute(tx))).rows
    return { counts: found.slice(0, counting.length), titled: found[counting.length]?.titled ?? null }
  } catch (error) {
    if (!isTimeout(error)) throw error
    const known = ({ count }: Counting) => (typeof count === 'number' ? count : 0)
    return { counts: counting.map((one) => ({ count: known(one), posts: 0 })), titled: null }
  }
}

/** Whether PostgreSQL stopped the statement because it took too long. */
const isTimeout = (error: unknown): boolean => TIMEOUTS.includes((error as { code?: string }).code ?? '')

/** query_canceled and lock_not_available. */
const TIMEOUTS = ['57014', '55P03']

function isKnown(counting: Counting): counting is Counts {
  return typeof counting.count === 'number' && typeof counting.posts === 'number'
}

/** SQL of the posts with the needed words; for a place, only those at its location, with its name in their address, or with the words in their title. */
function idsOfNeeds(
  needs: readonly SearchTerm[],
  at: string | null,
  there: SearchLocation | null,
): RawBuilder<unknown> {
  if (at === null || !there) return idsWith(needs)
  const isTitle = containsAllSql(sql`split_part(normal, E'\n', 1)`, needs)
  const isAddress = sql`exists (
    select from posts w where w.id = ${own} and strpos(replace(w.address, ' ', ''), ${at}) > 0
  )`
  return sql`${idsWith(needs)} and (${isAtLocation(there, own)} or ${isAddress} or ${isTitle})`
}

function countOf(ids: RawBuilder<unknown>, reader: Reader): RawBuilder<number> {
  const isShown = reader?.bypassesSharedCache
    ? sql`exists (select from posts w where w.id = found.post_id and ${isShownTo(reader, 'post', 'w')})`
    : sql`true`
  return sql`(select count(*) from (
    select from (${ids}) found where ${isShown} limit ${sql.lit(MOST_COUNTED)}
  ) counted)`
}

/** Limit of matches that are tested with a filter. If none passes but there are more, the search's own list goes on testing. */
const MOST_TRIED = 10_000

/**
 * The list that answers a query with a place, found by one statement; its own list after a statement that takes too long.
 * @param options.isOwnEmpty whether the query's own list is known to have no post
 */
export async function findList(
  db: Database,
  { terms, there, town }: PostQuery,
  place: Position & { level?: number },
  filter: ListFilter,
  { isOwnEmpty = false } = {},
): Promise<SearchList> {
  const others = there?.terms ?? []
  const known = [terms, others].filter((words) => words.length > 0)
  const expected = await Promise.all(known.map((words) => expectedRows(db, 'post_search', words)))
  if (expected.some((rows) => rows > MOST_EXPECTED)) return 'own'
  const tried = (ids: RawBuilder<unknown>) => sql`(select * from (${ids}) ids limit ${sql.lit(MOST_TRIED)}) found`
  const passes = (ids: RawBuilder<unknown>) => sql`exists (
    select from ${tried(ids)} join post_stats s using (post_id) where ${allOf(conditionsOf(filter, 's'))}
  )`
  const isMore = (ids: RawBuilder<unknown>) => sql`exists (select from (${ids}) ids offset ${sql.lit(MOST_TRIED)})`
  const passesNear = (reach: RawBuilder<boolean>[]) => sql`exists (
    select from ${tried(idsWith(others))} join post_positions m using (post_id)
    where ${allOf([...reach, ...conditionsOf(filter, 'm')])}
  )`
  const all = [idsWith(terms), ...(there ? [idsThere(there)] : [])]
  const own = sql.join([...all.map(passes), ...all.map(isMore)], sql` or `)
  const lists = [
    ...(isOwnEmpty ? [] : [sql`when ${own} then 'own'`]),
    ...(town ? [sql`when ${passes(idsThere(town))} then 'town'`] : []),
    ...(others.length > 0
      ? [
          sql`when ${passesNear([isWithin(place, searchRadiusOf(place))])} then 'around'`,
          sql`when ${passesNear([])} then 'far'`,
        ]
      : []),
  ]
  if (lists.length === 0) return 'nearest'
  const list = sql<{ list: SearchList }>`select case ${sql.join(lists, sql` `)} else 'nearest' end as list`
  try {
    return (await withoutTableScans(db, (tx) => list.execute(tx))).rows[0]?.list ?? 'own'
  } catch (error) {
    if (isTimeout(error)) return 'own'
    throw error
  }
}

/** Limit of posts around a landmark that are counted. */
const MOST_AROUND = 3000

function postsAt(there: SearchLocation, town?: SearchLocation | null): RawBuilder<number> {
  const inAreas = (areas: SearchLocation) =>
    sql`(select coalesce(sum(c.count), 0) from area_counts c where c.area_id = ${anyArea(areas)})`
  if (!there.around) return inAreas(there) as RawBuilder<number>
  const around = sql`(select count(*) from (${idsAtLocation(there)} limit ${sql.lit(MOST_AROUND)}) around)`
  return town ? sql`(${around} + ${inAreas(town)})` : sql`${around}`
}

/** SQL condition: the post with this id is at the location. */
export function isAtLocation(there: SearchLocation, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return there.around
    ? sql`exists (select from post_positions m where m.post_id = ${id} and ${isAround(there.around)})`
    : sql`exists (select from post_areas a where a.post_id = ${id} and a.area_id = ${anyArea(there)})`
}

function idsAtLocation(there: SearchLocation): RawBuilder<unknown> {
  return there.around
    ? sql`select m.post_id from post_positions m where ${isAround(there.around)}`
    : sql`select a.post_id from post_areas a where a.area_id = ${anyArea(there)}`
}

function anyArea({ addresses }: SearchLocation): RawBuilder<unknown> {
  return sql`any(array(select area_id from area_names where address = any(${[...addresses]}::text[])))`
}

/** SQL of the distance of `m.position` from a position, in units of `AROUND`. */
export function awayFrom({ lat, lng }: Position): RawBuilder<number> {
  const middle = sql`map_point(${lat}, ${lng})`
  return sql`((m.position <-> ${middle}) / (map_point(${lat + AROUND}, ${lng}) <-> ${middle}))`
}

/** SQL condition: `m.position` is in the square around a landmark. */
export function isAround({ lat, lng }: Position): RawBuilder<boolean> {
  const corner = (sign: number) => sql`map_point(${lat + sign * AROUND}, ${lng + sign * AROUND * 1.25})`
  return sql`m.position <@ box(${corner(-1)}, ${corner(1)})`
}

function writtenText(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select concat_ws(E'\\n', w.title, w.contents, w.place_name, w.address) from posts w where w.id = ${id})`
}

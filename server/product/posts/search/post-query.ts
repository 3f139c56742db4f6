import { type RawBuilder, sql } from 'kysely'
import type { Occasion } from '#rules/occasions.ts'
import { landmarkKind } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { containsAllSql, expectedRows, hasGrams, type SearchTerm, withIndexOnly } from '../../search/search-text.ts'
import { allOf, conditionsOf, type ListFilter } from '../lists/list-filter.ts'
import { isWithin } from '../lists/orders.ts'

/** Location of posts: in the areas with these addresses, those near a part of them first, or in a square around a landmark. */
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
  /** By-name of an area, as some of its posts have it. */
  called?: readonly SearchTerm[]
  /** Nickname whose posts are asked for, instead of words. */
  author?: string
  /** Meals, purposes and moods that are asked for. */
  occasions?: readonly Occasion[]
  /** Whether only an occasion is asked for, so that likes count more than words. */
  isMood?: boolean
  /** Keyword as typed, also without words that say nothing; posts with exactly this title come first. */
  typed?: readonly string[]
}>

/** Degrees, half the width of the square around a landmark: some 1.2 kilometres. */
const AROUND = 0.011

export function wordsOnly(terms: readonly SearchTerm[]): PostQuery {
  return { terms, there: null }
}

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

export function isFound(query: PostQuery, id: RawBuilder<unknown>, normal: RawBuilder<unknown>): RawBuilder<boolean> {
  const { terms, there, author } = query
  if (author !== undefined) return sql`${id} in (${idsBy(author)})`
  const hasWords = containsAllSql(normal, terms, writtenText(id))
  if (!there) return hasWords
  const others = there.terms.length > 0 ? [containsAllSql(normal, there.terms, writtenText(id))] : []
  return sql`(${hasWords} or ${sql.join([...others, isAtLocation(there, id)], sql` and `)})`
}

export function foundIds({ terms, there, author }: PostQuery): RawBuilder<unknown> {
  if (author !== undefined) return idsBy(author)
  return there ? sql`${idsWith(terms)} union ${idsThere(there)}` : idsWith(terms)
}

const own = sql`post_search.post_id`

/** Accounts of one nickname, and posts of each, that are looked up. */
const [MOST_ACCOUNTS, MOST_WRITTEN] = [20, 2000]

function idsBy(author: string): RawBuilder<unknown> {
  return sql`select w.id as post_id from (
      select id from accounts where username = ${author} limit ${sql.lit(MOST_ACCOUNTS)}
    ) a cross join lateral (
      select p.id from posts p where p.account_id = a.id order by p.id desc limit ${sql.lit(MOST_WRITTEN)}
    ) w`
}

/** The text is compared before the grams, which cost a hundred times as much where no index has found them. */
function idsWith(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`select post_id from post_search where ${containsAllSql(sql`normal`, terms, writtenText(own))} and ${hasGrams(terms)}`
}

function idsThere(there: NonNullable<PostQuery['there']>): RawBuilder<unknown> {
  return there.terms.length > 0 ? sql`${idsWith(there.terms)} and ${isAtLocation(there, own)}` : idsAtLocation(there)
}

export async function expectedPosts(db: Database, { terms, there, author }: PostQuery): Promise<number> {
  if (author !== undefined) return 1
  const words = await expectedRows(db, 'post_search', terms)
  if (!there) return words
  return words + (there.terms.length > 0 ? await expectedRows(db, 'post_search', there.terms) : there.posts)
}

/**
 * List that answers a search: its own posts, else those with the other words in the 읍 or 면 of the place, else within some distance, else
 * the nearest with them, else the nearest posts of all.
 */
export type SearchList = 'own' | 'town' | 'around' | 'far' | 'nearest'

/** Metres around a place within which posts with the other words are preferred to those of another town. */
const NEAR = 30_000
const NEAR_PROVINCE = 100_000

export const reachOf = ({ level }: { level?: number }): number => (level === 1 ? NEAR_PROVINCE : NEAR)

/**
 * Metres within which a post still belongs to a place of which only the middle is known. Cities and provinces have borders, and posts
 * outside are elsewhere.
 */
export function besideOf({ level, category, name }: { level?: number; category: string | null; name: string }): number {
  if (level !== undefined && level <= 2) return 0
  return landmarkKind(category) === 'island' || /[읍면]$/.test(name) ? BESIDE_WIDE : BESIDE
}

const BESIDE = 3000
const BESIDE_WIDE = 15_000

export type CountedQuery = Readonly<{
  /** Words that must be together in a post; without any, the query counts as finding a post. */
  needs: readonly SearchTerm[]
  /**
   * Name of the place, if only posts there count, and distant ones of which the needed words are a part of the title. Null
   * if all count.
   */
  at: string | null
  query: PostQuery | null
}>

/** Posts that are counted, and expected ones above which words are assumed to be together: a check may read many. */
const MOST_COUNTED = 100
const MOST_EXPECTED = 2000

type Counts = Readonly<{ count: number; posts: number }>

/** Counts, as far as they are known without the database. */
type Counting = Readonly<{ count: number | RawBuilder<number>; posts: number | RawBuilder<number> }>

/**
 * Counts of each query: posts with its words, and posts of its place, if it has no other words. One statement counts all
 * and finds `titled`, the id of a post, and none if they are known.
 */
export async function countQueries(
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
    const found = (await withIndexOnly(db, (tx) => statement.execute(tx))).rows
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

/** Posts with the words; at a place only those that lie or say to be there, and those called so. */
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

/** Posts of a reading that are tried with a filter. If none of them passes but there are more, its own list looks further. */
const MOST_TRIED = 10_000

/** The list that answers a query with a place, found by one statement; its own list after a statement that takes too long. */
export async function findList(
  db: Database,
  { terms, there, town }: PostQuery,
  place: Position & { level?: number },
  filter: ListFilter,
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
  const inTown = town ? sql`when ${passes(idsThere(town))} then 'town'` : sql``
  const instead =
    others.length > 0
      ? sql`when ${passesNear([isWithin(place, reachOf(place))])} then 'around' when ${passesNear([])} then 'far'`
      : sql``
  const list = sql<{
    list: SearchList
  }>`select case when ${own} then 'own' ${inTown} ${instead} else 'nearest' end as list`
  try {
    return (await withIndexOnly(db, (tx) => list.execute(tx))).rows[0]?.list ?? 'own'
  } catch (error) {
    if (isTimeout(error)) return 'own'
    throw error
  }
}

/** Posts around a landmark that are counted. */
const MOST_AROUND = 3000

function postsAt(there: SearchLocation, town?: SearchLocation | null): RawBuilder<number> {
  const inAreas = (areas: SearchLocation) =>
    sql`(select coalesce(sum(c.count), 0) from area_counts c where c.area_id = ${anyArea(areas)})`
  if (!there.around) return inAreas(there) as RawBuilder<number>
  const around = sql`(select count(*) from (${idsAtLocation(there)} limit ${sql.lit(MOST_AROUND)}) around)`
  return town ? sql`(${around} + ${inAreas(town)})` : sql`${around}`
}

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

/** Distance of `m.position` as a share of `AROUND`. */
export function awayFrom({ lat, lng }: Position): RawBuilder<number> {
  const middle = sql`map_point(${lat}, ${lng})`
  return sql`((m.position <-> ${middle}) / (map_point(${lat + AROUND}, ${lng}) <-> ${middle}))`
}

export function isAround({ lat, lng }: Position): RawBuilder<boolean> {
  const corner = (sign: number) => sql`map_point(${lat + sign * AROUND}, ${lng + sign * AROUND * 1.25})`
  return sql`m.position <@ box(${corner(-1)}, ${corner(1)})`
}

function writtenText(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select concat_ws(E'\\n', w.title, w.contents, w.place_name, w.address) from posts w where w.id = ${id})`
}

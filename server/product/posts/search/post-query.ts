import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../../search/match-terms.ts'
import type { SearchTerm } from '../../search/search-text.ts'
import { allOf, conditionsOf, type ListFilter } from '../lists/list-filter.ts'
import { isWithin } from '../lists/orders.ts'

/** Location of posts: in the areas with these addresses, or in a square around a landmark. */
export type SearchLocation = Readonly<{ addresses: readonly string[]; around: Position | null; posts: number }>

/** Finds posts with all words, or posts at the place that the keyword names with its other words. */
export type PostQuery = Readonly<{
  terms: readonly SearchTerm[]
  /** The place, with the known number of its posts, and the words beside its name. */
  there: (SearchLocation & { terms: readonly SearchTerm[] }) | null
  /** Optional words, which rank posts higher. */
  wished?: readonly SearchTerm[]
  /** Keyword as typed; posts with exactly this title come first. */
  typed?: string
}>

/** Degrees, half the width of the square around a landmark: some 1.2 kilometres. */
const AROUND = 0.011

export function wordsOnly(terms: readonly SearchTerm[]): PostQuery {
  return { terms, there: null }
}

export function queryName({ terms, there, wished = [] }: PostQuery): string {
  const words = [...terms.map(({ text }) => text).sort(), ...wished.map(({ text }) => `wished ${text}`).sort()]
  const place = there
    ? [`at ${there.addresses.join(',')} ${there.around ? `${there.around.lat},${there.around.lng}` : ''}`]
    : []
  return [...words, ...place].join(' ')
}

export function isFound(query: PostQuery, id: RawBuilder<unknown>, normal: RawBuilder<unknown>): RawBuilder<boolean> {
  const { terms, there } = query
  const hasWords = containsAllSql(normal, terms, writtenText(id))
  if (!there) return hasWords
  const others = there.terms.length > 0 ? [containsAllSql(normal, there.terms, writtenText(id))] : []
  return sql`(${hasWords} or ${sql.join([...others, isAtLocation(there, id)], sql` and `)})`
}

export function foundIds({ terms, there }: PostQuery): RawBuilder<unknown> {
  return there ? sql`${idsWith(terms)} union ${idsThere(there)}` : idsWith(terms)
}

const own = sql`post_search.post_id`

function idsWith(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`select post_id from post_search where ${hasGrams(terms)} and ${containsAllSql(sql`normal`, terms, writtenText(own))}`
}

function idsThere(there: NonNullable<PostQuery['there']>): RawBuilder<unknown> {
  return there.terms.length > 0 ? sql`${idsWith(there.terms)} and ${isAtLocation(there, own)}` : idsAtLocation(there)
}

export async function expectedPosts(db: Database, { terms, there }: PostQuery): Promise<number> {
  const words = await expectedRows(db, 'post_search', terms)
  if (!there) return words
  return words + (there.terms.length > 0 ? await expectedRows(db, 'post_search', there.terms) : there.posts)
}

/**
 * List that answers a search: its own posts, else those with the other words within some distance of the place, else
 * the nearest with them, else the nearest posts of all.
 */
export type SearchList = 'own' | 'around' | 'far' | 'nearest'

/** Metres around a place within which posts with the other words are preferred to those of another town. */
const NEAR = 30_000
const NEAR_PROVINCE = 100_000

export const reachOf = ({ level }: { level?: number }): number => (level === 1 ? NEAR_PROVINCE : NEAR)

export type CountedQuery = Readonly<{
  /** Words that must be together in a post; without any, the query counts as finding a post. */
  needs: readonly SearchTerm[]
  place: (Position & { level?: number }) | null
  query: PostQuery | null
}>

/** Posts that are counted, and expected ones above which words are assumed to be together: a check may read many. */
const MOST_COUNTED = 100
const MOST_EXPECTED = 2000

type Counts = Readonly<{ count: number; list: SearchList; posts: number }>

/**
 * What each query finds, in one statement: the posts with its words, the list that shows some, if there is a filter,
 * and the posts of its place, if it has no other words. One query without a place needs no statement.
 */
export async function countQueries(
  db: Database,
  queries: readonly CountedQuery[],
  { reader, filter }: { reader: Reader; filter: ListFilter | null },
): Promise<readonly Counts[]> {
  const isSure = queries.length === 1
  const hasPosts = ({ query }: CountedQuery) => query?.there?.terms.length === 0
  if (isSure && !queries.some((one) => hasPosts(one) || (filter && one.place)))
    return [{ count: 1, list: 'own', posts: 0 }]
  const isShown = reader?.bypassesSharedCache
    ? sql`exists (select from posts w where w.id = found.post_id and ${isShownTo(reader, 'post', 'w')})`
    : sql`true`
  const rows = await Promise.all(
    queries.map(async ({ needs, place, query }, index) => {
      const expected = await expectedRows(db, 'post_search', needs)
      const isCounted = !isSure && needs.length > 0 && expected <= MOST_EXPECTED
      const found = sql`select from (${idsWith(needs)}) found where ${isShown} limit ${sql.lit(MOST_COUNTED)}`
      const count = isCounted
        ? sql`(select count(*) from (${found}) counted)`
        : sql.lit(needs.length > 0 ? expected : 1)
      const list = filter && place && query ? await listOf(db, query, place, filter) : sql`'own'`
      const there = query?.there?.terms.length === 0 ? postsAt(query.there) : sql.lit(0)
      return sql`select ${sql.lit(index)} as index, ${count}::integer as count, ${list} as list, ${there}::integer as posts`
    }),
  )
  const counted = sql<Counts>`${sql.join(rows, sql` union all `)} order by index`
  return (await withIndexOnly(db, (tx) => counted.execute(tx))).rows
}

async function listOf(
  db: Database,
  query: PostQuery,
  place: NonNullable<CountedQuery['place']>,
  filter: ListFilter,
): Promise<RawBuilder<SearchList>> {
  const passes = (ids: RawBuilder<unknown>, position: readonly RawBuilder<boolean>[] | null = null) => {
    const source = position ? sql`post_positions` : sql`post_stats`
    return sql`exists (select from (${ids}) f join ${source} m using (post_id) where ${allOf([...conditionsOf(filter, 'm'), ...(position ?? [])])})`
  }
  const { there } = query
  const others = there?.terms ?? []
  const isFrequent = async (terms: readonly SearchTerm[]) =>
    terms.length > 0 && (await expectedRows(db, 'post_search', terms)) > MOST_EXPECTED
  if ((await isFrequent(query.terms)) || (await isFrequent(others))) return sql`'own'`
  const inPlace = there ? sql` or ${passes(idsThere(there))}` : sql``
  const instead =
    others.length > 0
      ? sql`when ${passes(idsWith(others), [isWithin(place, reachOf(place))])} then 'around' when ${passes(idsWith(others), [])} then 'far'`
      : sql``
  return sql`case when ${passes(idsWith(query.terms))}${inPlace} then 'own' ${instead} else 'nearest' end`
}

/** Posts around a landmark that are counted. */
const MOST_AROUND = 3000

function postsAt(there: SearchLocation): RawBuilder<number> {
  return there.around
    ? sql`(select count(*) from (${idsAtLocation(there)} limit ${sql.lit(MOST_AROUND)}) around)`
    : sql`(select coalesce(sum(c.count), 0) from area_counts c where c.area_id = ${anyArea(there)})`
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

function isAround({ lat, lng }: Position): RawBuilder<boolean> {
  const corner = (sign: number) => sql`map_point(${lat + sign * AROUND}, ${lng + sign * AROUND * 1.25})`
  return sql`m.position <@ box(${corner(-1)}, ${corner(1)})`
}

function writtenText(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select concat_ws(E'\\n', w.title, w.contents, w.place_name, w.address) from posts w where w.id = ${id})`
}

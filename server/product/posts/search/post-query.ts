import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/db/connect.ts'
import { containsAllSql, expectedRows, hasGrams } from '../../search/match-terms.ts'
import type { SearchTerm } from '../../search/search-text.ts'

/** Location of posts: in one of the areas, or in a square around a landmark. */
export type SearchLocation = Readonly<{ areas: readonly number[]; around: Position | null; posts: number }>

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
    ? [`at ${there.areas.join(',')} ${there.around ? `${there.around.lat},${there.around.lng}` : ''}`]
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

export function foundIds(query: PostQuery): RawBuilder<unknown> {
  const { terms, there } = query
  const own = sql`post_search.post_id`
  const withWords = (words: readonly SearchTerm[]) =>
    sql`${hasGrams(words)} and ${containsAllSql(sql`normal`, words, writtenText(own))}`
  const found = sql`select post_id from post_search where ${withWords(terms)}`
  if (!there) return found
  const inPlace =
    there.terms.length > 0
      ? sql`select post_id from post_search where ${withWords(there.terms)} and ${isAtLocation(there, own)}`
      : idsAtLocation(there)
  return sql`${found} union ${inPlace}`
}

export async function expectedPosts(db: Queryable, { terms, there }: PostQuery): Promise<number> {
  const [words, others] = await Promise.all([
    expectedRows(db, 'post_search', terms),
    there && there.terms.length > 0 ? expectedRows(db, 'post_search', there.terms) : 0,
  ])
  return words + (there ? (there.terms.length > 0 ? others : there.posts) : 0)
}

export function isAtLocation({ areas, around }: SearchLocation, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return around
    ? sql`exists (select from post_positions m where m.post_id = ${id} and ${isAround(around)})`
    : sql`exists (select from post_areas a where a.post_id = ${id} and a.area_id = any(${[...areas]}::integer[]))`
}

export function idsAtLocation({ areas, around }: SearchLocation): RawBuilder<unknown> {
  return around
    ? sql`select m.post_id from post_positions m where ${isAround(around)}`
    : sql`select a.post_id from post_areas a where a.area_id = any(${[...areas]}::integer[])`
}

function isAround({ lat, lng }: Position): RawBuilder<boolean> {
  const corner = (sign: number) => sql`map_point(${lat + sign * AROUND}, ${lng + sign * AROUND * 1.25})`
  return sql`m.position <@ box(${corner(-1)}, ${corner(1)})`
}

function writtenText(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select concat_ws(E'\\n', w.title, w.contents, w.place_name, w.address) from posts w where w.id = ${id})`
}

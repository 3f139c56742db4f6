import { type RawBuilder, sql } from 'kysely'
import { lastWithFinal } from '#rules/hangul.ts'
import { containsAllSql, hasGrams } from '../search/match-terms.ts'
import { normalForm, type SearchTerm, searchTerms } from '../search/search-text.ts'
import { provinceAliases } from './areas/built-in.ts'
import { popularNames } from './popular-names.ts'

/** The ways to read a keyword, each a list of terms that must all match. */
export type KeywordTerms = readonly SearchTerm[][]

/**
 * Every useful way to read a keyword, first as typed: without what is looked for there ('강남역 맛집'), without spaces
 * ('망 원 동'), without a leading 시도 ('서울시마포구'), with the full name of a 시도 ('경남'), and as the station behind a popular
 * name ('홍대', '부산 서면').
 */
export function readKeyword(keyword: string): string[] {
  const place = keyword.replace(WHAT_FOR, '')
  const joined = normalForm(place)
  const province = aliases.find((alias) => joined.startsWith(alias) && joined.length > alias.length + 1)
  const within = province && joined.slice(province.length)
  const readings = [
    keyword,
    place,
    joined,
    province && `${shortest(province)} ${within}`,
    within && popularNames.has(within) && `${shortest(province)} ${popularNames.get(within)?.name}`,
    provinceAliases.get(joined),
    popularNames.get(joined)?.name,
  ]
  return [...new Set(readings.filter((reading) => typeof reading === 'string' && reading !== ''))] as string[]
}

/** Words for what people look for at a place. */
const WHAT_FOR = / (?:맛집|카페|카페거리|술집|밥집|식당|맛집거리)$/

const aliases = [...provinceAliases.keys()].toSorted((a, b) => b.length - a.length)

/** '서울' is part of every full address there, '서울시' of none. */
function shortest(alias: string): string {
  const name = provinceAliases.get(alias)
  return [...provinceAliases].find(([, other]) => other === name)?.[0] ?? alias
}

/**
 * Characters of a word that are searched; a longer name or address is found by its beginning. Each pair of characters
 * is another look-up in the index, and a keyword without spaces may have a hundred.
 */
const MAX_CHARACTERS = 30

/** The search terms of one reading of a keyword. */
export function placeTerms(reading: string): SearchTerm[] {
  const words = reading.split(' ').map((word) => [...word].slice(0, MAX_CHARACTERS).join(''))
  return searchTerms(words.join(' '))
}

/** The keyword with its last syllable incomplete: '망원도' may become 망원동. Null if it cannot be. */
export function withOpenEnd(keyword: string): SearchTerm[] | null {
  const text = normalForm(keyword)
  const characters = [...text]
  const last = characters.at(-1) ?? ''
  const closed = lastWithFinal(last)
  if (closed === null || characters.length > MAX_CHARACTERS || !/^[가-힣ㄱ-ㅎ\d]{2,}$/.test(text)) return null
  const [before] = searchTerms(characters.slice(0, -1).join(''))
  if (!before) return null
  return [{ text, grams: before.grams, pattern: `${before.pattern ?? before.text}[${last}-${closed}]` }]
}

/** SQL: the row's `grams` and `normal` match one of the readings. */
export function matchesAny(terms: KeywordTerms, normal: RawBuilder<unknown>): RawBuilder<boolean> {
  const ways = terms.map((way) => sql`(${hasGrams(way)} and ${containsAllSql(normal, way)})`)
  return sql`(${sql.join(ways, sql` or `)})`
}

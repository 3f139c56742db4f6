import { normalForm, type SearchTerm, type SearchText, searchTerms, searchText } from '../search/search-text.ts'
import { provinceAliases } from './areas/built-in.ts'

/** The ways to read a keyword, each a list of terms that must all match. */
export type KeywordTerms = readonly SearchTerm[][]

/** As typed, without what is looked for ('강남역 맛집'), without spaces, without a leading 시도, or with its full name. */
export function readKeyword(keyword: string): string[] {
  const place = keyword.replace(WHAT_FOR, '')
  const joined = normalForm(place)
  const province = aliases.find((alias) => joined.startsWith(alias) && joined.length > alias.length + 1)
  const within = province && joined.slice(province.length)
  const readings = [keyword, place, joined, province && `${shortest(province)} ${within}`, provinceAliases.get(joined)]
  return [...new Set(readings.filter((reading) => typeof reading === 'string' && reading !== ''))] as string[]
}

const WHAT_FOR = / (?:맛집|카페|카페거리|술집|밥집|식당|맛집거리)$/

const aliases = [...provinceAliases.keys()].toSorted((a, b) => b.length - a.length)

/** '서울' is part of every full address there, '서울시' of none. */
function shortest(alias: string): string {
  const name = provinceAliases.get(alias)
  return [...provinceAliases].find(([, other]) => other === name)?.[0] ?? alias
}

// A longer name is found by its beginning: each pair of characters is another look-up in the index.
const MAX_CHARACTERS = 30

export function placeTerms(reading: string): SearchTerm[] {
  const words = reading.split(' ').map((word) => [...word].slice(0, MAX_CHARACTERS).join(''))
  return searchTerms(words.join(' '))
}

type Described = Readonly<{
  name: string
  branch: string | null
  category: string | null
  area: string
  tags: string | null
}>

/** As on a sign: '을밀대 본점'. */
export function fullName(name: string, branch: string | null): string {
  return branch === null || name.endsWith(branch) ? name : `${name} ${branch}`
}

/** The name is found by any part; kind and area only by two characters, which keeps the index a third smaller. */
export function placeText({ name, branch, category, area, tags }: Described): SearchText {
  const named = searchText([fullName(name, branch)])
  const around = searchText([category ?? '', area, tags ?? ''])
  const pairs = around.grams.filter((gram) => [...gram].length === 2 && !gram.startsWith(' '))
  return {
    normal: `${named.normal}\n${around.normal}`,
    grams: [...new Set([...named.grams, ...pairs])],
  }
}

import { metresBetween } from '#rules/position.ts'
import { containsAll } from '../search/match-terms.ts'
import { normalForm, type SearchTerm, searchTerms } from '../search/search-text.ts'
import { builtInAreas, provinceAliases } from './areas/built-in.ts'
import type { FoundPlace, Near } from './found-place.ts'
import { popularNames } from './popular-names.ts'

/**
 * How well a name fits what was typed, the best first. The order of results is: fit, kind of place, then nearness, the
 * number of a station's lines, the size of an area, and the length of the name.
 */
const fits = { popular: 0, exact: 1, withoutEnding: 2, beginning: 3, part: 4, elsewhere: 5 } as const

/** What people leave out at the end of a name: '강남' for 강남역, '여수' for 여수시. */
const ENDING = /(?:역|동|구|시|군|읍|면|시장|해수욕장|특별시|광역시|특별자치시|특별자치도|(?:제?\d+동))$/

/** In the order of the official codes, Seoul and the other large cities first: more people mean those. */
const provinces = builtInAreas.filter(({ level }) => level === 1).map(({ address }) => address)

/** A part of the keyword that may be the name, and the words around it that must then stand elsewhere. */
type Reading = { name: SearchTerm; others: SearchTerm[] }

/** Sorts what was found for a keyword, read in each of the given ways; equal places keep their order. */
export function rankPlaces(places: readonly FoundPlace[], texts: readonly string[], near: Near): FoundPlace[] {
  const readings = texts.flatMap(readingsOf)
  const popular = popularNames.get(normalForm(texts[0] ?? ''))
  return places
    .map((place) => ({ place, key: sortKey(place, readings, popular, near) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ place }) => place)
}

function sortKey(
  place: FoundPlace,
  readings: readonly Reading[],
  popular: { name: string; address: string } | undefined,
  near: Near,
): number[] {
  const isPopular = popular && place.name === popular.name && place.address.startsWith(popular.address)
  const fit = isPopular ? fits.popular : Math.min(...readings.map((reading) => fitOf(place, reading)))
  return [
    fit,
    kindOf(place, Math.floor(fit)),
    near ? metresBetween(near, place) : 0,
    -(place.tags?.split(',').length ?? 0),
    place.level ?? 0,
    place.name.length,
    provinces.findIndex((province) => place.address.startsWith(province)),
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** No name of a place and its area has more words; those after them do not count for the order. */
const MAX_WORDS = 5

/** Every run of words may be the name: '강남역 2호선', '서울 중구', '홍대 입구역'. */
function readingsOf(keyword: string): Reading[] {
  // Runs grow with the square of the words, and each is tried on every place.
  const words = keyword.split(' ', MAX_WORDS)
  const readings: Reading[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const [name] = searchTerms(words.slice(from, to).join(''))
      const others = searchTerms([...words.slice(0, from), ...words.slice(to)].join(' '))
      if (name) readings.push({ name, others })
    }
  }
  return readings
}

/** Words outside the name count against a reading, so that the longest name wins. */
const OUTSIDE = 0.1

function fitOf(place: FoundPlace, { name: term, others }: Reading): number {
  const name = normalForm(place.name)
  const surroundings = normalForm(`${place.address}${place.category ?? ''}${place.tags ?? ''}`)
  if (!others.every((other) => containsAll(`${surroundings}${name}`, [other]) || isProvince(place, other)))
    return fits.elsewhere
  return fitOfName(name, place, term) + OUTSIDE * others.length
}

function isProvince({ address }: FoundPlace, { text }: SearchTerm): boolean {
  const province = provinceAliases.get(text)
  return province !== undefined && address.startsWith(province)
}

function fitOfName(name: string, place: FoundPlace, term: SearchTerm): number {
  if (provinceAliases.get(term.text) === place.name) return fits.exact
  const pattern = term.pattern ?? quoted(term.text)
  if (new RegExp(`^${pattern}$`).test(name)) return fits.exact
  if (new RegExp(`^${pattern}$`).test(name.replace(ENDING, ''))) return fits.withoutEnding
  if (new RegExp(`^${pattern}`).test(name)) return fits.beginning
  return new RegExp(pattern).test(name) ? fits.part : fits.elsewhere
}

function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}

/** A city is meant by its bare name before its station, a station before a district or a 동. */
function kindOf(place: FoundPlace, fit: number): number {
  if (fit === fits.withoutEnding && place.level === 2 && /[시군]$/.test(place.name)) return 0
  if (place.source === 'posts') return fit === fits.exact ? 2 : 4
  if (place.level !== undefined) return fit === fits.exact ? 1 : 3
  if (place.category === '지하철역') return 2
  return place.category === '관광지' || place.category === '관광단지' ? 4 : place.category === '전통시장' ? 5 : 6
}

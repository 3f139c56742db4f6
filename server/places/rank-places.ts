import { type LandmarkKind, landmarkKind } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { containsAll } from '../search/match-terms.ts'
import { normalForm, type SearchTerm, searchTerms } from '../search/search-text.ts'
import { builtInAreas, provinceAliases } from './areas/built-in.ts'
import type { FoundPlace, Near } from './found-place.ts'
import { popularNames } from './popular-names.ts'

/**
 * How well a name fits the keyword, best first. Results are ordered by fit, kind of place, distance, number of a
 * station's lines, size of an area, and length of the name.
 */
const fits = { popular: 0, exact: 1, withoutEnding: 2, beginning: 3, part: 4, elsewhere: 5 } as const

/** Endings that people leave out: '강남' for 강남역, '여수' for 여수시. */
export const NAME_ENDING = /(?:역|동|구|시|군|읍|면|시장|해수욕장|특별시|광역시|특별자치시|특별자치도|(?:제?\d+동))$/

/** In the order of the official codes, with Seoul and the other large cities first, which more people mean. */
const provinces = builtInAreas.filter(({ level }) => level === 1).map(({ address }) => address)

/** A part of the keyword that may be the name, and the other words, which must then match elsewhere. */
type Reading = { name: SearchTerm; others: SearchTerm[] }

/** Sorts the results for a keyword, for each of its readings; equal places keep their order. */
export function rankPlaces(places: readonly FoundPlace[], texts: readonly string[], near: Near): FoundPlace[] {
  const readings = texts.flatMap(readingsOf)
  const popular = popularNameOf(texts)
  return places
    .map((place) => ({ place, key: sortKey(place, readings, popular, near) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ place }) => place)
}

/** How well a name fits a keyword, in words. */
export type Fit = keyof typeof fits

/** The best fit of a place's name to the readings of a keyword. */
export function fitToKeyword(place: FoundPlace, texts: readonly string[]): Fit {
  const fit = Math.floor(bestFit(place, texts.flatMap(readingsOf), popularNameOf(texts)))
  return (Object.keys(fits) as Fit[]).find((name) => fits[name] === fit) ?? 'elsewhere'
}

type PopularName = { name: string; address: string } | undefined

function popularNameOf(texts: readonly string[]): PopularName {
  return popularNames.get(normalForm(texts[0] ?? ''))
}

function bestFit(place: FoundPlace, readings: readonly Reading[], popular: PopularName): number {
  const isPopular = popular && place.name === popular.name && place.address.startsWith(popular.address)
  return isPopular ? fits.popular : Math.min(...readings.map((reading) => fitOf(place, reading)))
}

function sortKey(place: FoundPlace, readings: readonly Reading[], popular: PopularName, near: Near): number[] {
  const fit = bestFit(place, readings, popular)
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

/** No place with its area has more words; later ones do not affect the order. */
const MAX_WORDS = 5

/** Every sequence of words may be the name: '강남역 2호선', '서울 중구', '홍대 입구역'. */
function readingsOf(keyword: string): Reading[] {
  // The number of sequences is quadratic, and each is compared with every place.
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

/** Words outside the name reduce the fit of a reading, so that the longest name wins. */
const OUTSIDE = 0.1

function fitOf(place: FoundPlace, { name: term, others }: Reading): number {
  const name = normalForm(place.name)
  const surroundings = normalForm(`${place.address}${place.category ?? ''}${place.tags ?? ''}`)
  if (!others.every((other) => containsAll(`${surroundings}${name}`, [other]) || isInProvince(place, other)))
    return fits.elsewhere
  return fitOfName(name, place, term) + OUTSIDE * others.length
}

function isInProvince({ address }: FoundPlace, { text }: SearchTerm): boolean {
  const province = provinceAliases.get(text)
  return province !== undefined && address.startsWith(province)
}

function fitOfName(name: string, place: FoundPlace, term: SearchTerm): number {
  if (provinceAliases.get(term.text) === place.name) return fits.exact
  const pattern = term.pattern ?? quoted(term.text)
  if (new RegExp(`^${pattern}$`).test(name)) return fits.exact
  if (new RegExp(`^${pattern}$`).test(name.replace(NAME_ENDING, ''))) return fits.withoutEnding
  if (new RegExp(`^${pattern}`).test(name)) return fits.beginning
  return new RegExp(pattern).test(name) ? fits.part : fits.elsewhere
}

function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}

const landmarkRanks: Record<LandmarkKind, number> = { station: 2, sight: 4, market: 5 }

/** A bare name means a city rather than its station, and a station rather than a district or a 동. */
function kindOf(place: FoundPlace, fit: number): number {
  if (fit === fits.withoutEnding && place.level === 2 && /[시군]$/.test(place.name)) return 0
  if (place.source === 'posts') return fit === fits.exact ? 2 : 4
  if (place.level !== undefined) return fit === fits.exact ? 1 : 3
  const landmark = landmarkKind(place.category)
  return landmark ? landmarkRanks[landmark] : 6
}

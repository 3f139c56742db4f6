import { isInitialConsonant } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { type LandmarkKind, landmarkKind } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { containsAll, escapePattern, type SearchTerm, searchTerms } from '../search/search-text.ts'
import type { FoundPlace, Near } from './found-place.ts'
import { builtInAreas, provinceAliases } from './korea-areas.ts'
import { popularityOf } from './names/known-names.ts'
import { type FormKind, formsOfName } from './names/name-forms.ts'

// Fit of a name to the keyword, best first. Results are ordered by fit, kind of place, distance, popularity, number of
// a station's lines, size of an area, and length of the name.
const fits = {
  alias: 0,
  whole: 1,
  kind: 1.2,
  spoken: 1,
  former: 1,
  short: 2,
  beginning: 3,
  part: 4,
  elsewhere: 5,
} as const

/** Metres within which a name that contains the word fits like a distant one that begins with it. */
const SURROUNDINGS = 10_000

/** Order of official codes, with Seoul and the other large cities first, which more people mean. */
const provinces = builtInAreas.filter(({ level }) => level === 1).map(({ address }) => address)

type Reading = { name: SearchTerm; others: SearchTerm[] }

/** Sorts places by their fit to any of the texts, the likeliest first. */
export function rankPlaces<Place extends FoundPlace>(
  places: readonly Place[],
  texts: readonly string[],
  near: Near,
): Place[] {
  const readings = texts.flatMap(readingsOf)
  return places
    .map((place) => ({ place, key: sortKey(place, readings, near) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ place }) => place)
}

function sortKey(place: FoundPlace, readings: readonly Reading[], near: Near): number[] {
  const fit = Math.min(...readings.map((reading) => fitOf(place, reading)))
  const away = near ? metresBetween(near, place) : 0
  return [
    near && fit >= fits.beginning && fit < fits.elsewhere && away <= SURROUNDINGS ? fits.beginning - 0.5 : fit,
    kindOf(place, Math.floor(fit)),
    away,
    -popularityOf(place),
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

/** Words of a keyword that are compared: an address with a name has no more. */
const MAX_WORDS = 5

/** Each sequence of words as the name, with the other words: '강남역 2호선', '서울 중구', '홍대 입구역'. */
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

const OUTSIDE = 0.1

function fitOf(place: FoundPlace, { name: term, others }: Reading): number {
  const surroundings = normalForm(`${place.address}${place.category ?? ''}${place.tags ?? ''}${place.name}`)
  if (!others.every((other) => containsAll(surroundings, [other]) || isInProvince(place, other))) return fits.elsewhere
  return fitOfName(place, term) + OUTSIDE * others.length
}

function isInProvince({ address }: FoundPlace, { text }: SearchTerm): boolean {
  const province = provinceAliases.get(text)
  return province !== undefined && address.startsWith(province)
}

function fitOfName(place: FoundPlace, term: SearchTerm): number {
  // Names with digits as words are not found by initial consonants.
  const forms = formsOfName(place).filter(({ kind }) => term.pattern === null || kind !== 'spoken')
  const pattern = term.pattern ?? escapePattern(term.text)
  const whole = new RegExp(`^${pattern}$`)
  const kinds = forms.filter(({ text }) => whole.test(text)).map(({ kind }) => fits[kind satisfies FormKind])
  if (kinds.length > 0) return [...term.text].every(isInitialConsonant) ? fits.short : Math.min(...kinds)
  const beginning = new RegExp(`^${pattern}`)
  if (forms.some(({ text }) => beginning.test(text))) return fits.beginning
  const part = new RegExp(pattern)
  return forms.some(({ text }) => part.test(text)) ? fits.part : fits.elsewhere
}

const landmarkRanks: Record<LandmarkKind, number> = {
  station: 2,
  airport: 3,
  terminal: 5,
  university: 4,
  sight: 4,
  island: 4,
  market: 5,
}

/** A bare name means a city rather than its station, and a station rather than a district or 동. */
function kindOf(place: FoundPlace, fit: number): number {
  const { level, name } = place
  if (level === 1 || (level === 2 && /[시군]$/.test(name))) return fit <= fits.short ? 0 : 1
  if (place.source === 'posts') return fit <= fits.whole ? 2 : 4
  // A bare name means the 법정동 rather than the 행정동 of that name; 분당 is 분당구 rather than 분당동.
  if (level !== undefined) return (fit === fits.whole ? 1 : 3) + (level - 3) / 2
  const landmark = landmarkKind(place.category)
  // A town is meant rather than its railway station.
  if (place.tags === '철도') return landmarkRanks.sight
  return landmark ? landmarkRanks[landmark] : 6
}

import { isInitialConsonant, keystrokesOf, matcherOfInitialConsonants } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { type LandmarkKind, landmarkKind } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { SHOP_WORDS } from '#rules/search-words.ts'
import { containsAll, type SearchTerm, searchTerms } from '../../search/search-text.ts'
import { getLatinLookupKeys, romanized, withoutEnglishKind } from '../../search/spelling.ts'
import type { Near } from '../found-place.ts'
import { provinceAliases } from '../korea-areas.ts'
import { rankPlaces } from '../rank-places.ts'
import { FIRST_KEYS, type KnownPlace, type NameForm, type NameIndex, popularityOf } from './known-names.ts'
import { formsOfName, OPTIONAL_ENDING } from './name-forms.ts'
import { findPartForms } from './parts-of-areas.ts'

/**
 * Variants of a keyword: as typed, without a generic last word ('강남역 맛집'), without spaces, with the shortest name of its
 * leading 시도, and for a 시도 alone its full name.
 */
export function getKeywordVariants(keyword: string): string[] {
  const words = keyword.split(' ')
  const last = words.at(-1) ?? ''
  const place = words.length > 1 && SHOP_WORDS.has(last) ? words.slice(0, -1).join(' ') : keyword
  const joined = normalForm(place)
  const province = aliases.find((alias) => joined.startsWith(alias) && joined.length > alias.length + 1)
  const within = province && joined.slice(province.length)
  const readings = [keyword, place, joined, province && `${shortest(province)} ${within}`, provinceAliases.get(joined)]
  return [...new Set(readings.filter((reading) => typeof reading === 'string' && reading !== ''))] as string[]
}

const aliases = [...provinceAliases.keys()].toSorted((a, b) => b.length - a.length)

/** The shortest name of a 시도: every full address there contains '서울', and none '서울시'. */
function shortest(alias: string): string {
  const name = provinceAliases.get(alias)
  return [...provinceAliases].find(([, other]) => other === name)?.[0] ?? alias
}

// Each pair of characters is another look-up, so longer names are found by their beginning.
const MAX_CHARACTERS = 30

/** Search terms of a keyword variant, each cut to `MAX_CHARACTERS`. */
export function placeTerms(reading: string): SearchTerm[] {
  const words = reading.split(' ').map((word) => [...word].slice(0, MAX_CHARACTERS).join(''))
  return searchTerms(words.join(' '))
}

const MOST = 120

/** Areas and landmarks that match a variant of the keyword by name or surroundings; not ranked. */
export function findKnownPlaces(names: NameIndex, readings: readonly string[], near: Near): KnownPlace[] {
  const found = new Set<KnownPlace>()
  for (const reading of readings) for (const { place } of formsNamed(names, reading)) found.add(place)
  const shown = readings.map((reading) => normalForm(reading)).filter((text) => [...text].length > 1)
  for (const text of shown) for (const { place } of formsBeginning(names, text)) found.add(place)
  for (const place of containing(names, readings.map(placeTerms), near)) found.add(place)
  return [...found]
}

function containing({ places }: NameIndex, ways: readonly SearchTerm[][], near: Near): KnownPlace[] {
  const hasTerms = (place: KnownPlace, terms: readonly SearchTerm[]) =>
    containsAll(place.normal, terms) && terms.some((term) => containsAll(formsOfName(place)[0]?.text ?? '', [term]))
  const patterns = ways.filter((terms) => terms.length > 0)
  const found = places.filter((place) => patterns.some((terms) => hasTerms(place, terms)))
  const shortest = found.toSorted((a, b) => a.name.length - b.name.length || (a.level ?? 9) - (b.level ?? 9))
  const nearest = near ? found.toSorted((a, b) => metresBetween(near, a) - metresBetween(near, b)) : []
  return [...new Set([...shortest.slice(0, MOST), ...nearest.slice(0, MOST)])]
}

/** Initial consonants, also with numbers: 'ㅈㄹ3ㄱ'. */
export const ONLY_INITIALS = /^[ㄱ-ㅎ][ㄱ-ㅎ\d]*$/

/** Two initial consonants fit dozens of stations. */
const FEWEST_INITIALS = 3

/** Name forms that equal a text in Hangul, initial consonants or Latin letters, also behind the name of an area ('부산 서면'); the likeliest first. */
export function formsNamed(names: NameIndex, text: string): readonly NameForm[] {
  const joined = normalForm(text)
  const found = directly(names, joined)
  if (found.length > 0) return found
  const words = text.trim().split(/\s+/)
  const turned = areaFirst(names, words)
  const within = turned ? inArea(names, turned, joined, 1) : []
  const inside = turned && within.length === 0 ? directly(names, normalForm(turned.join(''))) : within
  return inside.length > 0 ? inside : inArea(names, words, joined, words.length > 1 ? MOST_AREAS : MOST_AREAS - 1)
}

/** '대전 은행동' for '은행동 대전'; null unless the last word is a province, city or county. */
function areaFirst(names: NameIndex, words: readonly string[]): readonly string[] | null {
  const last = words.at(-1) ?? ''
  const isArea = words.length === 2 && directly(names, normalForm(last)).some(({ place }) => isDistrict(place))
  return isArea ? [last, ...words.slice(0, -1)] : null
}

const isDistrict = ({ level }: KnownPlace): boolean => level !== undefined && level <= 2

const LINES: Readonly<Record<string, string>> = {
  분당선: '수인분당선',
  수인선: '수인분당선',
  경의선: '경의중앙선',
  중앙선: '경의중앙선',
  공항선: '공항철도',
  공철: '공항철도',
  김해경전철: '부산김해경전철',
  에버라인: '용인에버라인',
  용인경전철: '용인에버라인',
  골드라인: '김포골드라인',
  김포도시철도: '김포골드라인',
  gtx: 'GTX-A',
  gtxa: 'GTX-A',
}

/** Stations of the metro line that a text names: '2호선', '분당선'. */
export function stationsOn({ byLine }: NameIndex, text: string): readonly KnownPlace[] {
  const line = normalForm(text).replace(/^(?:서울|수도권)?(?:지하철|전철)?(?=.*(?:선|철도|라인|전철)$)/, '')
  return byLine.get(LINES[line] ?? line) ?? []
}

/**
 * Limit of areas before a name, as in '경기 성남시 분당구 정자동'; one less in a text without spaces. Each area splits the rest again,
 * so texts of more than `LONGEST` characters or `MOST_WORDS` words are not split.
 */
const MOST_AREAS = 3
const [LONGEST, MOST_WORDS] = [40, 6]

function directly(names: NameIndex, joined: string): readonly NameForm[] {
  const { byText, byInitials, byEnglish } = names
  const written = byText.get(joined)
  const within = findPartForms(names, joined, written)
  if (within.length > 0 || written) return within.length > 0 ? within : (written ?? [])
  if (ONLY_INITIALS.test(joined)) {
    if (joined.length < FEWEST_INITIALS) return []
    return (byInitials.get(joined) ?? []).filter((form) => fameOf(form) > 0)
  }
  if (!/^[a-z]/i.test(joined)) return []
  for (const key of getLatinLookupKeys(joined)) {
    const found = byEnglish.get(key)
    if (found) return found
  }
  return []
}

function inArea(names: NameIndex, words: readonly string[], joined: string, areas: number): readonly NameForm[] {
  for (const [head, tail] of splitsOf(words, joined)) {
    const around = directly(names, normalForm(head))
    if (around.length === 0) continue
    const inner = normalForm(tail.join(''))
    const named = directly(names, inner)
    const found = named.length > 0 || areas === 1 ? named : inArea(names, tail, inner, areas - 1)
    const inside = found.filter(({ place }) => around.some((area) => liesIn(place, area.place)))
    if (inside.length > 0) return inside
    const beside = found.filter(({ place }) => around.some((area) => isMountainOf(place, area.place)))
    if (beside.length > 0) return beside
  }
  return []
}

function splitsOf(words: readonly string[], joined: string): readonly (readonly [string, readonly string[]])[] {
  const letters = [...joined]
  if (letters.length > LONGEST || words.length > MOST_WORDS || ONLY_INITIALS.test(joined)) return []
  return words.length > 1
    ? words.slice(1).map((_, index) => [words.slice(0, index + 1).join(''), words.slice(index + 1)] as const)
    : letters
        .slice(3)
        .map((_, index) => [letters.slice(0, index + 2).join(''), [letters.slice(index + 2).join('')]] as const)
}

/** Whether a place is in an area or beside it: '분당 정자동' in 분당구, '홍대 서교동' beside a station, '울릉도 도동항' on an island. */
function liesIn(place: KnownPlace, { level, category, name, address, ...area }: KnownPlace): boolean {
  if (level !== undefined && level <= 2) return `${place.address} `.startsWith(`${address} `)
  const isWide = landmarkKind(category) === 'island' || /[읍면]$/.test(name)
  return metresBetween(place, area) < (isWide ? FROM_MIDDLE : BESIDE)
}

/** Whether a mountain is near an area ('정읍 내장산', '서울 북한산'): its address names only one of its districts. */
function isMountainOf(place: KnownPlace, area: KnownPlace): boolean {
  return /산$/.test(place.name) && place.level === undefined && metresBetween(place, area) < TO_MOUNTAIN
}

/** Metres within which two landmarks are one place, a place is beside an area, in an island, 읍 or 면 (from its middle), or near its mountain. */
const [AT_ONE, BESIDE, FROM_MIDDLE, TO_MOUNTAIN] = [800, 3000, 15_000, 30_000]

/** Name forms that begin with a text, in which initial consonants and an unfinished last syllable stand for whole syllables. */
export function formsBeginning({ forms, byFirstKeys }: NameIndex, typed: string): readonly NameForm[] {
  const text = normalForm(typed)
  if (text === '') return []
  if (ONLY_INITIALS.test(text)) return forms.filter(({ initials }) => initials.startsWith(text))
  const keys = keystrokesOf(text)
  const likely = keys.length < FIRST_KEYS ? forms : (byFirstKeys.get(keys.slice(0, FIRST_KEYS)) ?? [])
  const isBegun = matcherOfInitialConsonants(text)
  const begun = isBegun ? likely.filter((form) => isBegun(form.text)) : []
  return begun.length > 0 ? begun : likely.filter((form) => form.keys.startsWith(keys))
}

/** Name forms that begin with the text after the name of their city or county: '부산 서며', '경주황리'. */
function beginningInArea(names: NameIndex, typed: string): readonly NameForm[] {
  const words = typed.trim().split(/\s+/)
  for (const [head, tail] of splitsOf(words, normalForm(typed))) {
    const areas = directly(names, normalForm(head)).filter(({ place }) => isDistrict(place))
    if (areas.length === 0) continue
    const begun = formsBeginning(names, tail.join('')).filter(({ place }) =>
      areas.some((area) => liesIn(place, area.place)),
    )
    if (begun.length > 0) return begun
  }
  return []
}

/** The places of the forms that `formsNamed` has found for a text, the likeliest first. */
export function rankPlacesOfForms(names: NameIndex, forms: readonly NameForm[], text: string): KnownPlace[] {
  const typed = normalForm(text)
  if (ONLY_INITIALS.test(typed)) return sortByPopularity(names, forms, typed)
  const places = [...new Set(forms.map(({ place }) => place))]
  // English names are compared in their Hangul spelling.
  const exact = forms.filter((form) => [typed, withoutEnglishKind(typed)].includes(romanized(form.text)))
  const written = (exact.length > 0 ? exact : forms).map((form) => form.text)
  const texts = /^[a-z]/i.test(text) ? [...new Set(written)] : [text]
  return rankPlaces(places, texts.slice(0, MOST_TEXTS), null)
}

const MOST_TEXTS = 8

/** Weight of a whole name: it ranks like a longer one with 2 to this power times the shops around it. */
const WHOLE = 6

/**
 * Cities and destinations are better known than the number of shops around them tells; provinces, districts and
 * by-names less.
 */
function fameOf({ kind, place: { name, level, tags, category, ...place } }: NameForm): number {
  const lines = tags?.split(',').length ?? 0
  const isCity = level !== undefined && level <= 2 && /[시군]$/.test(name)
  const ofLevel = isCity ? FAME_OF_CITY : level !== undefined && level <= 2 ? -FAME_OF_CITY : 0
  const ofLandmark = level === undefined ? (FAME_OF_LANDMARK[landmarkKind(category) ?? 'station'] ?? 0) : 0
  return popularityOf({ name, level, ...place }) + lines + (kind === 'alias' ? -1 : 0) + ofLevel + ofLandmark
}

const FAME_OF_CITY = 3
const FAME_OF_LANDMARK: Partial<Record<LandmarkKind, number>> = { island: 2, airport: 6, sight: 2 }

/**
 * The places of forms that begin with the typed text: popular ones first, whole names before longer ones, further places of
 * the same name last.
 */
function sortByPopularity({ byText }: NameIndex, forms: readonly NameForm[], typed: string): KnownPlace[] {
  // A place counts as no less known than one beside it with the same name: 망원역 and 망원시장.
  const fameBeside = (form: NameForm) => {
    const called = byText.get(form.text.replace(OPTIONAL_ENDING, '')) ?? []
    const beside = called.filter(({ place }) => !isDistrict(place) && metresBetween(place, form.place) < AT_ONE)
    const own = popularityOf(form.place)
    return fameOf(form) - own + Math.max(own, ...beside.map(({ place }) => popularityOf(place)))
  }
  const isWhole = ({ text, kind, place }: NameForm) =>
    text.length === typed.length &&
    isInitialConsonant(typed.slice(-1)) &&
    (kind !== 'short' || place.level !== undefined || place.tags)
  const famous = forms.map((form) => ({ ...form, fame: fameBeside(form) + (isWhole(form) ? WHOLE : 0) }))
  const sorted = famous.toSorted((a, b) => b.fame - a.fame || fameOf(b) - fameOf(a))
  const names = Map.groupBy(sorted, ({ text }) => text.replace(OPTIONAL_ENDING, ''))
  const first = [...names.values()].flatMap((same) => same.slice(0, 1))
  return [...new Set([...first, ...sorted].map(({ place }) => place))]
}

/** Places whose names begin with a text, also behind the name of their city or county; the most popular first. */
export function placesBeginning(names: NameIndex, typed: string): KnownPlace[] {
  const forms = formsBeginning(names, typed)
  return sortByPopularity(names, forms.length > 0 ? forms : beginningInArea(names, typed), normalForm(typed))
}

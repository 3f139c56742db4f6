import { sql } from 'kysely'
import type { KeywordMeaning, NamedArea, QueryResolveKeywordArgs } from '#contract/schema.gen.ts'
import { isOfSentence } from '#rules/asking.ts'
import { type PlaceTrait, placeTraits } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import { type Occasion, occasionOf } from '#rules/occasions.ts'
import { searchSchema } from '#rules/search.ts'
import { WORDS_OF_ASKING } from '#rules/search-words.ts'
import { writtenTelephones } from '#rules/telephone.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { checkInput } from '../../../platform/errors.ts'
import type { Reader } from '../../authors/visibility.ts'
import { areaName } from '../../places/address.ts'
import { presentLandmark } from '../../places/get-landmark.ts'
import { precisionOf } from '../../places/korea-areas.ts'
import { centreOf } from '../../places/names/centres.ts'
import { ONLY_INITIALS, placesBeginning } from '../../places/names/find-names.ts'
import { type KnownPlace, knownNames, type Names } from '../../places/names/known-names.ts'
import { nearestNames } from '../../places/names/misspelt-names.ts'
import { townOf } from '../../places/names/parts-of-areas.ts'
import { type Reading, readingsOf, textOf } from '../../places/names/readings.ts'
import { withoutGeneric } from '../../places/names/ways-to-read.ts'
import { kindAsked } from '../../search/dish-kinds.ts'
import { dishAtEnd, dishesBeginning, dishesOfInitials, dishOf } from '../../search/dish-names.ts'
import { factAsked, type SearchTerm, searchTerms, unfinishedTerm } from '../../search/search-text.ts'
import { areaCountsFor, presentName } from '../areas/get-area.ts'
import { countQueries, type PostQuery, wordsOnly } from './post-query.ts'
import { postWords, titledPost } from './post-words.ts'

const MOST_LANDMARKS = 3

const nothing: KeywordMeaning = {
  kind: 'text',
  correction: null,
  areas: [],
  landmarks: [],
  dishes: [],
  otherWords: null,
  alternatives: [],
  suggestions: [],
}

/** Meaning of a keyword for search, map and picker (docs/search.md). @throws {AppError} BAD_USER_INPUT */
export async function resolveKeyword(
  context: OperationContext,
  args: QueryResolveKeywordArgs,
): Promise<KeywordMeaning> {
  const { keyword } = checkInput(searchSchema, args)
  const search = await readSearch(context.db, keyword, context.session)
  return search ? presentMeaning(context, search, keyword) : nothing
}

export async function presentMeaning(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  { reading, others: alternatives, names }: Search,
  keyword: string,
): Promise<KeywordMeaning> {
  const { kind, searched, isCorrected, named } = reading
  const otherWords = [...reading.otherWords, ...reading.occasions]
  const begun = placesBegun(names, searched).filter((place) => !named.includes(place))
  const known = named.map((place) => ({ place, named: true }))
  const others = begun.map((place) => ({ place, named: false }))
  // '전주 한옥' may become 전주한옥마을, of which 전주 is only a part.
  const places = otherWords.length > 0 ? [...others, ...known] : [...known, ...others]
  const areas = places.filter(({ place }) => place.level !== undefined)
  const landmarks = places.filter(({ place }) => place.level === undefined)
  const isFood = kind === 'dish'
  const present = (some: typeof areas) => presentAreas({ db, session }, some)
  return {
    kind,
    correction: isCorrected && normalForm(searched) !== normalForm(keyword) ? searched : null,
    areas: ONLY_INITIALS.test(normalForm(searched))
      ? mostPostsFirst(await present(areas)).slice(0, MOST_AREAS)
      : await present(areas.slice(0, MOST_AREAS)),
    landmarks: landmarks
      .slice(0, MOST_LANDMARKS)
      .flatMap(({ place, named: isNamed }) => presentLandmark(place, isNamed && !isFood) ?? []),
    dishes: foodBegun(reading),
    otherWords: named.length > 0 && otherWords.length > 0 ? otherWords.join(' ') : null,
    alternatives: textsOf(alternatives, [keyword, searched]),
    // An unknown word may be the beginning of a name instead of a mistake.
    suggestions: isWhole(reading) || begun.length > 0 ? [] : nearestNames(keyword, names),
  }
}

/** Keywords that mean these readings, without those that are on the page already. */
function textsOf(readings: readonly Reading[], shown: readonly string[]): string[] {
  const texts = readings.filter(({ isGuess }) => !isGuess).map(textOf)
  return [...new Set(texts)].filter((text) => !shown.includes(text))
}

/** '카페' for '카', and '성수 카페' for '성수카'. */
function foodBegun({ searched, placeWords, otherWords }: Reading): string[] {
  const last = otherWords.at(-1)
  const begun = dishesBeginning(searched)
  if (begun.length > 0 || placeWords === '' || last === undefined || dishOf(last)) return begun
  const before = [placeWords, ...otherWords.slice(0, -1)].join(' ')
  return dishesBeginning(last).map((dish) => `${before} ${dish}`)
}

function isWhole({ kind, named, otherWords, isCorrected }: Reading): boolean {
  return kind === 'dish' || (named.length > 0 && (isCorrected || otherWords.every((word) => dishOf(word))))
}

/** Hundreds of names begin with one syllable or two consonants. */
function placesBegun(names: Names, typed: string): KnownPlace[] {
  return [...normalForm(typed)].length < 2 ? [] : placesBeginning(names, typed)
}

/** Equal fits by consonants are ordered by number of posts. */
function mostPostsFirst(areas: readonly NamedArea[]): NamedArea[] {
  return areas.toSorted((a, b) => Number(b.named) - Number(a.named) || b.count - a.count)
}

type Found = { asked: string; address: string; count: number }

async function presentAreas(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  areas: readonly { place: KnownPlace; named: boolean }[],
): Promise<NamedArea[]> {
  if (areas.length === 0) return []
  const asked = areas.map(({ place }) => place.address)
  const { rows } = await sql<Found>`${prepared}
    select n.address as asked, a.address,
      (select coalesce(sum(c.count), 0) from ${areaCountsFor(session)} c where c.area_id = a.id)::integer as count
    from area_names n join areas a on a.id = n.area_id where n.address = any(${arrayOf('text', asked)})`.execute(db)
  const known = new Map(rows.map((row) => [row.asked, row]))
  const presented = areas.map(({ place, named }) => {
    const { address, count } = known.get(place.address) ?? { address: place.address, count: 0 }
    const words = address.split(' ').map((_, index, all) => areaName(all.slice(0, index + 1).join(' ')))
    return {
      name: words.join(' '),
      path: presentName({ address }).path,
      count,
      position: centreOf(place),
      precision: precisionOf(place.level ?? 3),
      named,
    }
  })
  return presented.filter((area, index) => presented.findIndex(({ path }) => path === area.path) === index)
}

/** A keyword with the reading that answers it, and its query for posts; null, as for '맛집', finds all. */
export type Search = Readonly<{
  reading: Reading
  /** Other readings that find posts. */
  others: readonly Reading[]
  /** Id of a post with the keyword as its title, if the reading leaves out words of it. */
  titled: number | null
  query: PostQuery | null
  place: KnownPlace | null
  /** Names by which it was read. */
  names: Names
}>

/** Reads a keyword, and counts in one statement what its readings find. */
export async function readSearch(db: Database, keyword: string, reader: Reader): Promise<Search | null> {
  const { found, titled } = await countReadings(db, keyword, reader)
  const answer = answerOf(found)
  if (!answer) return null
  const others = found.filter((one) => one !== answer && one.count > 0).map(({ reading }) => reading)
  return { ...answer, others, titled }
}

/** The best reading that finds something, else the likeliest. */
export function answerOf(found: readonly CountedReading[]): CountedReading | undefined {
  return found.find(({ count }) => count > 0) ?? found.find(({ reading }) => !reading.isGuess)
}

export type CountedReading = Omit<Search, 'others' | 'titled'> & Readonly<{ count: number }>

/** Readings of a keyword, the best first, each with a number of posts up to `MOST_COUNTED`; a larger one is estimated. Besides `titled`. */
export async function countReadings(
  db: Database,
  keyword: string,
  reader: Reader,
): Promise<{ found: CountedReading[]; titled: number | null }> {
  if (searchTerms(keyword).length === 0) return { found: [], titled: null }
  const [names, words] = await Promise.all([knownNames(db), postWords(db)])
  const readings = readingsOf(names, keyword, words)
  const queries = readings.map((reading) => ({
    ...{ reading, needs: termsOf(reading.needs), at: reading.isThere ? normalForm(reading.placeWords) : null },
    ...queryOf(names, reading, keyword),
  }))
  const likely = queries.find(({ reading }) => !reading.isGuess)?.query ?? null
  const wanted = await titledPost(db, keyword, likely, reader)
  const { counts, titled } = await countQueries(db, queries, { reader, titled: wanted })
  const found = queries.map(({ reading, place, query }, index) => {
    const { count = 0, posts = 0 } = counts[index] ?? {}
    const there = query?.there ? { ...query.there, posts } : null
    const town = query?.town ? { ...query.town, posts } : null
    return { reading, place, query: query && { ...query, there, town }, names, count }
  })
  return { found, titled }
}

const MOST_AREAS = 6

function queryOf(
  names: Names,
  reading: Reading,
  keyword: string,
): { place: KnownPlace | null; query: PostQuery | null } {
  const { kind, named, placeWords, otherWords, author } = reading
  const [place = null] = named
  if (author !== null) return { place: null, query: { ...wordsOnly([]), author } }
  if (kind === 'any') return { place: null, query: null }
  const others = termsOf(otherWords)
  const wished = reading.occasions.map(termOfOccasion)
  const occasions = [...reading.occasions.flatMap((word) => occasionOf(word) ?? []), ...otherWords.flatMap(factsOf)]
  const plain = withoutGeneric(keyword.split(' '))
  const asked = plain.filter((word) => !WORDS_OF_ASKING.has(word) && !isOfSentence(word))
  const typed = [...new Set([keyword, plain.join(' '), asked.join(' '), otherWords.join(' ')])].filter(Boolean)
  const words = [...searchTerms(placeWords), ...others]
  if (words.length === 0)
    return { place, query: { ...wordsOnly(wished), occasions, isMood: true, typed: [normalForm(keyword)] } }
  if (!place) return { place, query: { ...wordsOnly(words), wished, occasions, typed } }
  const same = place.near ? [place] : named.filter(({ level }) => level === place.level).slice(0, MOST_AREAS)
  const where =
    place.level === undefined
      ? { addresses: [], around: { lat: place.lat, lng: place.lng } }
      : { addresses: same.map(({ address }) => address), around: null, near: place.near ?? null }
  const [around, there] = [townOf(names, place), { ...where, posts: 0, terms: others }]
  const town = around && { addresses: [around.address], around: null, near: where.around, posts: 0, terms: others }
  return { place, query: { terms: words, there, town, wished, called: byName(place, placeWords), occasions, typed } }
}

/** '삼천포' in 사천시, and '위미' in 남원읍. */
function byName({ level, address }: KnownPlace, placeWords: string): SearchTerm[] {
  const name = (placeWords.trim().split(' ').at(-1) ?? '').replace(/[시군리]$/, '')
  return level === undefined || name.length < 2 || normalForm(address).includes(name) ? [] : searchTerms(name)
}

/** A trait or a kind of food that is asked for, so that places that tell it come before posts that only have its word. */
function factsOf(word: string): Occasion[] {
  const asked = factAsked(word)
  const [trait] = Object.entries(placeTraits).find(([, label]) => normalForm(label) === asked) ?? []
  const fact = (trait as PlaceTrait | undefined) ?? kindAsked.get(normalForm(word))
  return fact ? [{ name: word, spellings: [], words: [], hours: null, facts: [fact] }] : []
}

/** Any of the words by which posts tell of the occasion. */
function termOfOccasion(word: string): SearchTerm {
  const [term, ...others] = [normalForm(word), ...(occasionOf(word)?.words ?? [])].flatMap(searchTerms)
  return { ...(term ?? { text: word, grams: [], pattern: null }), others }
}

/** Includes other spellings and kinds of food; the last word may be unfinished. */
function termsOf(words: readonly string[]): SearchTerm[] {
  const texts = [...new Set(words.map(normalForm))].filter((text) => text !== '')
  return texts.flatMap((text, index) => {
    const [term] = searchTerms(text)
    if (!term) return []
    const others = otherTexts(text).flatMap((other) => searchTerms(other))
    const isKnown = others.length > 0 || dishOf(text) !== undefined
    const unfinished = isKnown || index < texts.length - 1 ? null : unfinishedTerm(text)
    return [{ ...term, others: unfinished ? [...others, unfinished] : others }]
  })
}

function otherTexts(text: string): string[] {
  if (/^\d{7,}$/.test(text)) return writtenTelephones(text)
  const fact = factAsked(text)
  if (fact) return [fact]
  const dish = dishOf(text)
  if (dish) return [...dish.spellings, ...dish.parts].filter((other) => other !== text)
  const ofInitials = dishesOfInitials(text)
  if (ofInitials.length > 0) return [...ofInitials]
  const end = dishAtEnd(text)
  const spelling = end?.spellings.find((one) => text.endsWith(one))
  if (!end || !spelling) return []
  const before = text.slice(0, -spelling.length)
  return end.spellings.filter((one) => one !== spelling).map((one) => before + one)
}

import { sql } from 'kysely'
import type { KeywordMeaning, NamedArea, QueryResolveKeywordArgs } from '#contract/schema.gen.ts'
import { isAskingWord } from '#rules/asking.ts'
import { type PlaceTrait, placeTraits } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import { type Occasion, occasionOf } from '#rules/occasions.ts'
import { searchSchema } from '#rules/search.ts'
import { ASKING_WORDS } from '#rules/search-words.ts'
import { writtenTelephones } from '#rules/telephone.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { checkInput } from '../../../platform/errors.ts'
import type { Reader } from '../../authors/visibility.ts'
import { shortAreaName } from '../../places/address.ts'
import { presentLandmark } from '../../places/get-landmark.ts'
import { precisionOf } from '../../places/korea-areas.ts'
import { centreOf } from '../../places/names/centres.ts'
import { ONLY_INITIALS, placesBeginning } from '../../places/names/find-names.ts'
import { getNameIndex, type KnownPlace, type NameIndex } from '../../places/names/known-names.ts'
import { findSimilarNames } from '../../places/names/misspelt-names.ts'
import { townOf } from '../../places/names/parts-of-areas.ts'
import { keywordOf, type Reading, readingsOf } from '../../places/names/readings.ts'
import { withoutGeneric } from '../../places/names/ways-to-read.ts'
import { kindByWord } from '../../search/dish-kinds.ts'
import { dishAtEnd, dishesOfInitials, dishOf, suggestDishes } from '../../search/dish-names.ts'
import { factAsked, type SearchTerm, searchTerms, unfinishedTerm } from '../../search/search-text.ts'
import { areaCountsFor, presentAreaName } from '../areas/get-area.ts'
import { countPostsOfQueries, type PostQuery, queryOfWords } from './post-query.ts'
import { loadPostWords, titledPostSql } from './post-words.ts'

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

/** The areas, landmarks, dishes and other readings that a keyword means, for search, map and picker (docs/search.md). @throws {AppError} BAD_USER_INPUT */
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
  { reading, others: alternatives, names }: KeywordSearch,
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
    suggestions: isWhole(reading) || begun.length > 0 ? [] : findSimilarNames(keyword, names),
  }
}

/** The keywords that these readings stand for, without those that the page shows already. */
function textsOf(readings: readonly Reading[], shown: readonly string[]): string[] {
  const texts = readings.filter(({ isGuess }) => !isGuess).map(keywordOf)
  return [...new Set(texts)].filter((text) => !shown.includes(text))
}

/** Keywords that an unfinished one may become with food: '카페' for '카', and '성수 카페' for '성수카'. */
function foodBegun({ searched, placeWords, otherWords }: Reading): string[] {
  const last = otherWords.at(-1)
  const begun = suggestDishes(searched)
  if (begun.length > 0 || placeWords === '' || last === undefined || dishOf(last)) return begun
  const before = [placeWords, ...otherWords.slice(0, -1)].join(' ')
  return suggestDishes(last).map((dish) => `${before} ${dish}`)
}

function isWhole({ kind, named, otherWords, isCorrected }: Reading): boolean {
  return kind === 'dish' || (named.length > 0 && (isCorrected || otherWords.every((word) => dishOf(word))))
}

/** Places whose names begin with the text; none for a single character, with which hundreds begin. */
function placesBegun(names: NameIndex, typed: string): KnownPlace[] {
  return [...normalForm(typed)].length < 2 ? [] : placesBeginning(names, typed)
}

/** Sorts areas found by initial consonants: named ones first, then by number of posts. */
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
    const words = address.split(' ').map((_, index, all) => shortAreaName(all.slice(0, index + 1).join(' ')))
    return {
      name: words.join(' '),
      path: presentAreaName({ address }).path,
      count,
      position: centreOf(place),
      precision: precisionOf(place.level ?? 3),
      named,
    }
  })
  return presented.filter((area, index) => presented.findIndex(({ path }) => path === area.path) === index)
}

/** The reading that answers a keyword, with its query for posts; `query` is null for a keyword that finds all posts, such as '맛집'. */
export type KeywordSearch = Readonly<{
  reading: Reading
  /** Other readings that find posts. */
  others: readonly Reading[]
  /** Id of a post with the keyword as its title, if the reading leaves out words of it. */
  titled: number | null
  query: PostQuery | null
  place: KnownPlace | null
  /** Names by which it was read. */
  names: NameIndex
}>

/** Finds the reading that answers a keyword by counting the posts of all its readings. */
export async function readSearch(db: Database, keyword: string, reader: Reader): Promise<KeywordSearch | null> {
  const { found, titled } = await readingsWithCounts(db, keyword, reader)
  const answer = chooseAnswer(found)
  if (!answer) return null
  const others = found.filter((one) => one !== answer && one.count > 0).map(({ reading }) => reading)
  return { ...answer, others, titled }
}

/** The best reading that finds posts, else the best one that is no guess. */
export function chooseAnswer(found: readonly CountedReading[]): CountedReading | undefined {
  return found.find(({ count }) => count > 0) ?? found.find(({ reading }) => !reading.isGuess)
}

export type CountedReading = Omit<KeywordSearch, 'others' | 'titled'> & Readonly<{ count: number }>

/** Readings of a keyword, the best first, each with its number of posts: exact up to `MOST_COUNTED`, else estimated. `titled` as in `KeywordSearch`. */
export async function readingsWithCounts(
  db: Database,
  keyword: string,
  reader: Reader,
): Promise<{ found: CountedReading[]; titled: number | null }> {
  if (searchTerms(keyword).length === 0) return { found: [], titled: null }
  const [names, words] = await Promise.all([getNameIndex(db), loadPostWords(db)])
  const readings = readingsOf(names, keyword, words)
  const queries = readings.map((reading) => ({
    ...{ reading, needs: termsOf(reading.needs), at: reading.isThere ? normalForm(reading.placeWords) : null },
    ...queryOf(names, reading, keyword),
  }))
  const likely = queries.find(({ reading }) => !reading.isGuess)?.query ?? null
  const wanted = await titledPostSql(db, keyword, likely, reader)
  const { counts, titled } = await countPostsOfQueries(db, queries, { reader, titled: wanted })
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
  names: NameIndex,
  reading: Reading,
  keyword: string,
): { place: KnownPlace | null; query: PostQuery | null } {
  const { kind, named, placeWords, otherWords, author } = reading
  const [place = null] = named
  if (author !== null) return { place: null, query: { ...queryOfWords([]), author } }
  if (kind === 'any') return { place: null, query: null }
  const others = termsOf(otherWords)
  const wished = reading.occasions.map(termOfOccasion)
  const occasions = [...reading.occasions.flatMap((word) => occasionOf(word) ?? []), ...otherWords.flatMap(factsOf)]
  const plain = withoutGeneric(keyword.split(' '))
  const asked = plain.filter((word) => !ASKING_WORDS.has(word) && !isAskingWord(word))
  const typed = [...new Set([keyword, plain.join(' '), asked.join(' '), otherWords.join(' ')])].filter(Boolean)
  const words = [...searchTerms(placeWords), ...others]
  if (words.length === 0)
    return { place, query: { ...queryOfWords(wished), occasions, isMood: true, typed: [normalForm(keyword)] } }
  if (!place) return { place, query: { ...queryOfWords(words), wished, occasions, typed } }
  const same = place.near ? [place] : named.filter(({ level }) => level === place.level).slice(0, MOST_AREAS)
  const where =
    place.level === undefined
      ? { addresses: [], around: { lat: place.lat, lng: place.lng } }
      : { addresses: same.map(({ address }) => address), around: null, near: place.near ?? null }
  const [around, there] = [townOf(names, place), { ...where, posts: 0, terms: others }]
  const town = around && { addresses: [around.address], around: null, near: where.around, posts: 0, terms: others }
  return { place, query: { terms: words, there, town, wished, called: byName(place, placeWords), occasions, typed } }
}

/** Terms of the typed name of an area, if its address lacks it: '삼천포' in 사천시, '위미' in 남원읍. */
function byName({ level, address }: KnownPlace, placeWords: string): SearchTerm[] {
  const name = (placeWords.trim().split(' ').at(-1) ?? '').replace(/[시군리]$/, '')
  return level === undefined || name.length < 2 || normalForm(address).includes(name) ? [] : searchTerms(name)
}

/** A trait or kind of food that a word names, as an occasion: posts with that fact then come before posts with only the word. */
function factsOf(word: string): Occasion[] {
  const asked = factAsked(word)
  const [trait] = Object.entries(placeTraits).find(([, label]) => normalForm(label) === asked) ?? []
  const fact = (trait as PlaceTrait | undefined) ?? kindByWord.get(normalForm(word))
  return fact ? [{ name: word, spellings: [], words: [], hours: null, facts: [fact] }] : []
}

/** A term that any word for the occasion fulfils. */
function termOfOccasion(word: string): SearchTerm {
  const [term, ...others] = [normalForm(word), ...(occasionOf(word)?.words ?? [])].flatMap(searchTerms)
  return { ...(term ?? { text: word, grams: [], pattern: null }), others }
}

/** Terms of words, with other spellings and varieties of food as alternatives; the last word may be unfinished. */
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

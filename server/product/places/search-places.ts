import type { PlaceResult, QuerySearchPlacesArgs } from '#contract/schema.gen.ts'
import { normalForm } from '#rules/normal-form.ts'
import { STREET_CATEGORY, searchPlacesSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { namesOfChain } from '../search/dish-names.ts'
import { type SearchTerm, searchTerms } from '../search/search-text.ts'
import { findOfficialPlaces } from './addresses/locate-official.ts'
import { isBundleLoading } from './bundle/start-bundle.ts'
import { findImportedPlaces, findPostPlaces } from './find-places.ts'
import { type FoundPlace, type Near, presentFirstPlaces } from './found-place.ts'
import { findKnownPlaces, formsNamed, getKeywordVariants, placeTerms, rankPlacesOfForms } from './names/find-names.ts'
import { getNameIndex } from './names/known-names.ts'
import { likeliestReading, readingsOf } from './names/readings.ts'
import { findOnlinePlaces } from './online/find-online-places.ts'
import { rankPlaces } from './rank-places.ts'
import { findStreets } from './roads/find-road.ts'
import { shopId } from './shops/shop-id.ts'
import { findGoneShops } from './shops/shop-reports.ts'

/**
 * Finds places for a keyword, the best fit of the name first; without a match, by other readings of the keyword.
 * @throws {AppError} BAD_USER_INPUT, PREPARING
 */
export async function searchPlaces(context: OperationContext, args: QuerySearchPlacesArgs): Promise<PlaceResult[]> {
  const { keyword, lat, lng } = checkInput(searchPlacesSchema, args)
  const near: Near = lat === null || lng === null ? null : { lat, lng }
  if (searchTerms(keyword).length === 0) return []
  const [found, online] = await Promise.all([
    findKnown(context, keyword, near),
    findOnlinePlaces(context, keyword, near),
  ])
  const readings = getKeywordVariants(keyword)
  const ranked = rankPlaces([...found, ...online], readings, near)
  if (ranked.length > 0) return presentFirstPlaces(ranked, near)
  const { searched, named: read, otherWords } = likeliestReading(readingsOf(await getNameIndex(context.db), keyword))
  const named = otherWords.length === 0 ? read : read.filter((place) => !isGuessed(place, keyword))
  const around = await findAround(context.db, named[0], otherWords)
  if (around.length > 0) return presentFirstPlaces([...around, ...named], near)
  const other = searched === keyword ? [] : await findKnown(context, searched, near)
  if (other.length === 0 && named.length === 0 && (await isBundleLoading(context))) throw new AppError('PREPARING')
  return presentFirstPlaces([...named, ...rankPlaces(other, getKeywordVariants(searched), near)], near)
}

/** Whether a 동 was read from the beginning of a longer word: 진미동 from 진미평양냉면. */
function isGuessed({ name, level }: FoundPlace, keyword: string): boolean {
  return level !== undefined && level >= 3 && !keyword.includes(' ') && !normalForm(keyword).includes(normalForm(name))
}

/** Search terms of the words, with the other names of chains: '스벅' finds the shops called 스타벅스. */
function shopTerms(words: string): SearchTerm[] {
  return placeTerms(words).map((term) => {
    const names = namesOfChain(term.text).filter((name) => name !== term.text)
    return names.length === 0 ? term : { ...term, others: names.flatMap((name) => searchTerms(name)) }
  })
}

/** Imported places without shops that are reported as gone. */
async function findImported(db: Database, terms: readonly SearchTerm[], near: Near): Promise<FoundPlace[]> {
  const found = await findImportedPlaces(db, terms, near)
  const gone = await findGoneShops(db, found.map(idOf))
  return found.filter((place) => !gone.has(idOf(place)))
}

const idOf = (place: FoundPlace) => shopId(place.name, place)

/** Metres around a place in which '스타벅스 강남역' finds shops of that name. */
const AROUND_LANDMARK = 1500
const AROUND_DONG = 3000
const AROUND_DISTRICT = 15_000

async function findAround(
  db: Database,
  place: FoundPlace | undefined,
  words: readonly string[],
): Promise<FoundPlace[]> {
  if (!place || words.length === 0) return []
  const found = await findImported(db, shopTerms(words.join(' ')), place)
  const { level } = place
  const reach = level === undefined ? AROUND_LANDMARK : level <= 2 ? AROUND_DISTRICT : AROUND_DONG
  return found
    .filter((one) => metresBetween(one, place) <= reach)
    .toSorted((a, b) => metresBetween(a, place) - metresBetween(b, place))
}

async function findKnown(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  keyword: string,
  near: Near,
): Promise<FoundPlace[]> {
  const readings = getKeywordVariants(keyword)
  const typed = shopTerms(keyword)
  const names = await getNameIndex(db)
  const placeNamed = (words: string) => rankPlacesOfForms(names, formsNamed(names, words), words)[0]
  const [ofPosts, imported, official, streets] = await Promise.all([
    findPostPlaces({ db, session }, typed, near),
    findImported(db, typed, near),
    findOfficialPlaces(db, keyword, near),
    findStreets(db, keyword, placeNamed),
  ])
  const isNumberKnown = official.some(({ category }) => category === STREET_CATEGORY)
  const posts = ofPosts.map((place) => ({ ...place, category: null, source: 'posts' }))
  return [
    ...posts,
    ...findKnownPlaces(names, readings, near),
    ...imported,
    ...official,
    ...(isNumberKnown ? [] : streets),
  ]
}

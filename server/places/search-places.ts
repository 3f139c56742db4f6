import type { PlaceResult, QuerySearchPlacesArgs } from '#contract/schema.gen.ts'
import { searchPlacesSchema } from '#rules/places.ts'
import type { OperationContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { AppError, checkInput } from '../errors.ts'
import { searchTerms } from '../search/search-text.ts'
import { findBuiltInAreas, findImportedAreas } from './areas/find-areas.ts'
import { isPreparing } from './bundle/is-preparing.ts'
import { findImportedPlaces, findLandmarks } from './find-imported-places.ts'
import { findPostPlaces } from './find-post-places.ts'
import { type FoundPlace, type Near, presentPlaces } from './found-place.ts'
import { type KeywordTerms, placeTerms, readKeyword, withOpenEnd } from './keyword-terms.ts'
import { findOnlinePlaces } from './online/find-online-places.ts'
import { rankPlaces } from './rank-places.ts'

/**
 * Places and areas that match the keyword, ranked by how well their name fits: those of our own posts, bundled and
 * imported ones, and results of online services. An empty keyword finds nothing.
 * @throws {AppError} BAD_USER_INPUT, and PREPARING when nothing is found before the bundled places are loaded
 */
export async function searchPlaces(context: OperationContext, args: QuerySearchPlacesArgs): Promise<PlaceResult[]> {
  const { keyword, lat, lng } = checkInput(searchPlacesSchema, args)
  const near: Near = lat === null || lng === null ? null : { lat, lng }
  if (searchTerms(keyword).length === 0) return []
  const readings = readKeyword(keyword)
  const [known, online] = await Promise.all([
    findKnownPlaces(context.db, readings.map(placeTerms), near),
    findOnlinePlaces(context, keyword, near),
  ])
  const open = withOpenEnd(keyword)
  const found = [...known, ...online]
  const completed = found.length === 0 && open ? await findKnownPlaces(context.db, [open], near) : found
  if (completed.length === 0 && (await isPreparing(context))) throw new AppError('PREPARING')
  return presentPlaces(rankPlaces(completed, readings, near), near)
}

async function findKnownPlaces(db: Database, terms: KeywordTerms, near: Near): Promise<FoundPlace[]> {
  const [typed = []] = terms
  const [ofPosts, ...found] = await Promise.all([
    findPostPlaces(db, typed, near),
    findLandmarks(db, terms),
    findImportedAreas(db, terms),
    findImportedPlaces(db, typed, near),
  ])
  const posts = ofPosts.map((place) => ({ ...place, category: null, source: 'posts' }))
  return [...posts, ...found.flat(), ...findBuiltInAreas(terms)]
}

import type { PlaceResult, QuerySearchPlacesArgs } from '#contract/schema.gen.ts'
import { searchPlacesSchema } from '#rules/places.ts'
import { checkInput } from '../check-input.ts'
import type { OperationContext } from '../context.ts'
import { findPostPlaces } from '../posts/find-post-places.ts'
import { searchTerms } from '../search/search-text.ts'
import { findBuiltInAreas, findImportedAreas } from './areas/find-areas.ts'
import { findImportedPlaces } from './find-imported-places.ts'
import { type Near, presentPlaces } from './found-place.ts'
import { findOnlinePlaces } from './online/find-online-places.ts'

/** Rows kept for the built-in list. */
const RESERVED = 3

/**
 * Places and areas that contain all words of the keyword: those of this community's posts first, then imported ones, what
 * an online service knows, and the built-in list. An empty keyword finds nothing.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function searchPlaces(context: OperationContext, args: QuerySearchPlacesArgs): Promise<PlaceResult[]> {
  const { keyword, lat, lng } = checkInput(searchPlacesSchema, args)
  const near: Near = lat === null || lng === null ? null : { lat, lng }
  const terms = searchTerms(keyword)
  if (terms.length === 0) return []
  const [posts, areas, places, online] = await Promise.all([
    findPostPlaces(context.db, terms, near),
    findImportedAreas(context.db, terms, near),
    findImportedPlaces(context.db, terms, near),
    findOnlinePlaces(context, keyword, near),
  ])
  const ofPosts = posts.map((place) => ({ ...place, category: null, source: 'posts' }))
  return presentPlaces([ofPosts, areas, places, online, findBuiltInAreas(terms)], near, RESERVED)
}

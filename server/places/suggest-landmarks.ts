import type { NamedLandmark, QuerySuggestLandmarksArgs } from '#contract/schema.gen.ts'
import { isInitial } from '#rules/hangul.ts'
import { FEWEST_INITIALS, SHORTEST_NAME } from '#rules/named-places.ts'
import { suggestPlacesSchema } from '#rules/places.ts'
import type { OperationContext } from '../context.ts'
import { checkInput } from '../errors.ts'
import { normalForm } from '../search/search-text.ts'
import { findBuiltInAreas, findImportedAreas } from './areas/find-areas.ts'
import { findLandmarks } from './find-imported-places.ts'
import { placeTerms, readKeyword } from './keyword-terms.ts'
import { presentLandmark } from './present-landmark.ts'
import { type Fit, fitToKeyword, rankPlaces } from './rank-places.ts'

/** Number of landmarks in the answer. */
const OFFERED = 3

/** Food that is also the name of a station without its ending: 국수역. */
const foods = new Set(['국수'])

const nameFits: readonly Fit[] = ['popular', 'exact', 'withoutEnding']
const offeredFits: readonly Fit[] = [...nameFits, 'beginning']

/**
 * Stations, markets and sights that somebody who types the keyword may mean, the best match first.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function suggestLandmarks(
  { db }: OperationContext,
  args: QuerySuggestLandmarksArgs,
): Promise<NamedLandmark[]> {
  const { keyword } = checkInput(suggestPlacesSchema, args)
  const letters = [...normalForm(keyword)]
  if (letters.length < (letters.every(isInitial) ? FEWEST_INITIALS : SHORTEST_NAME)) return []
  const readings = readKeyword(keyword)
  const terms = readings.map(placeTerms)
  const [landmarks, areas] = await Promise.all([findLandmarks(db, terms), findImportedAreas(db, terms)])
  if (landmarks.length === 0) return []
  const ranked = rankPlaces([...landmarks, ...areas, ...findBuiltInAreas(terms)], readings, null)
  const fitted = ranked.map((place) => ({ place, fit: fitToKeyword(place, readings) }))
  const [first] = fitted
  const namedFit = first && first.place.level === undefined && !foods.has(letters.join('')) ? first.fit : null
  return fitted
    .filter(({ place, fit }) => place.level === undefined && offeredFits.includes(fit))
    .slice(0, OFFERED)
    .flatMap(({ place, fit }) => presentLandmark(place, fit === namedFit && nameFits.includes(fit)) ?? [])
}

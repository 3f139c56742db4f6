import type { QuerySuggestPlacesArgs } from '#contract/schema.gen.ts'
import { suggestPlacesSchema } from '#rules/places.ts'
import type { OperationContext } from '../context.ts'
import { checkInput } from '../errors.ts'
import { knownNames } from './suggest/known-names.ts'
import { nearestNames } from './suggest/nearest-names.ts'

/**
 * Suggestions after a search that found nothing: the names of areas, stations, markets and sights that differ from the
 * keyword in the fewest letters, the most similar first, 5 at most.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function suggestPlaces({ db }: OperationContext, args: QuerySuggestPlacesArgs): Promise<string[]> {
  const { keyword } = checkInput(suggestPlacesSchema, args)
  return nearestNames(keyword, await knownNames(db))
}

import { sql } from 'kysely'
import type { AreaName, QuerySuggestAreasArgs } from '#contract/schema.gen.ts'
import { suggestPlacesSchema } from '#rules/places.ts'
import type { OperationContext } from '../../context.ts'
import { checkInput } from '../../errors.ts'
import { findBuiltInAreas, findImportedAreas } from '../../places/areas/find-areas.ts'
import { placeTerms, readKeyword } from '../../places/keyword-terms.ts'
import { rankPlaces } from '../../places/rank-places.ts'
import { searchTerms } from '../../search/search-text.ts'
import { presentName } from './get-area.ts'

/** Number of areas in the answer. */
const OFFERED = 3

/**
 * Areas with posts that somebody who types the keyword may mean, the best match first. An area without posts is no
 * suggestion: its page would be empty.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function suggestAreas({ db }: OperationContext, args: QuerySuggestAreasArgs): Promise<AreaName[]> {
  const { keyword } = checkInput(suggestPlacesSchema, args)
  if (searchTerms(keyword).length === 0) return []
  const readings = readKeyword(keyword)
  const terms = readings.map(placeTerms)
  const named = rankPlaces([...(await findImportedAreas(db, terms)), ...findBuiltInAreas(terms)], readings, null)
  const { rows } = await sql<{ address: string }>`
    select a.address
    from unnest(${named.map(({ address }) => address)}::text[]) with ordinality named(address, rank)
    join area_names n on n.address = named.address join areas a on a.id = n.area_id
    where (select sum(c.count) from area_counts c where c.area_id = a.id) > 0
    group by a.id order by min(rank) limit ${sql.lit(OFFERED)}`.execute(db)
  return rows.map(presentName)
}

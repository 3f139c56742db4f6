import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { containsAll, containsAllSql, hasGrams } from '../../search/match-terms.ts'
import { normalForm, type SearchTerm } from '../../search/search-text.ts'
import { searchedArea } from '../address.ts'
import type { FoundPlace, Near } from '../found-place.ts'
import { type BuiltInArea, builtInAreas } from './built-in.ts'

/** Areas that a search shows; more of them than this would be every 동 of a city. */
const SHOWN = 5

const builtIn = builtInAreas.map((area) => {
  const words = area.address.split(' ')
  return { area, name: normalForm(words.at(-1) ?? ''), normal: normalForm(searchedArea(words)) }
})

/** Areas of the built-in list that contain all terms and whose own name contains the last, the largest first. */
export function findBuiltInAreas(terms: readonly SearchTerm[]): FoundPlace[] {
  const own = terms.slice(-1)
  return builtIn
    .filter(({ name, normal }) => containsAll(normal, terms) && containsAll(name, own))
    .toSorted((a, b) => a.area.level - b.area.level || a.name.length - b.name.length)
    .slice(0, SHOWN)
    .map(({ area }) => presentArea(area, 'built-in'))
}

/** The same among imported areas, the nearest first of one size. */
export async function findImportedAreas(
  db: Queryable,
  terms: readonly SearchTerm[],
  near: Near,
): Promise<FoundPlace[]> {
  const own = terms.slice(-1)
  const order = near ? sql`map_point(lat, lng) <-> map_point(${near.lat}, ${near.lng})` : sql`length(address)`
  const { rows } = await sql<BuiltInArea & { source: string }>`
    select * from (
      select distinct on (a.address) a.address, a.level, a.lat, a.lng, s.key as source
      from place_areas a join place_sources s on s.id = a.source_id
      where ${hasGrams(terms)} and ${containsAllSql(sql`a.normal`, terms)} and ${containsAllSql(sql`a.name`, own)}
      order by a.address, a.level, a.source_id
    ) found
    order by level, ${order}, address limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map((row) => presentArea(row, row.source))
}

function presentArea({ address, lat, lng }: BuiltInArea, source: string): FoundPlace {
  return { name: address.split(' ').at(-1) ?? address, address, category: null, lat, lng, source }
}

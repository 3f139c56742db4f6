import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { containsAll, containsAllSql } from '../../search/match-terms.ts'
import { normalForm } from '../../search/search-text.ts'
import { searchedArea } from '../address.ts'
import type { FoundPlace } from '../found-place.ts'
import { type KeywordTerms, matchesAny } from '../keyword-terms.ts'
import { type BuiltInArea, builtInAreas } from './built-in.ts'

/** Most areas ranked; a syllable that is part of more names is too unspecific. */
const MOST = 60

const builtIn = builtInAreas.map((area) => {
  const words = area.address.split(' ')
  return { area, name: normalForm(words.at(-1) ?? ''), normal: normalForm(searchedArea(words)) }
})

/** Areas of the built-in list that match the keyword, at least partly by their own name. */
export function findBuiltInAreas(keyword: KeywordTerms): FoundPlace[] {
  return builtIn
    .filter(({ name, normal }) =>
      keyword.some((terms) => containsAll(normal, terms) && terms.some((term) => containsAll(name, [term]))),
    )
    .map(({ area }) => presentArea(area, 'built-in'))
}

/** The same among bundled and imported areas, shortest names first. */
export async function findImportedAreas(db: Queryable, keyword: KeywordTerms): Promise<FoundPlace[]> {
  const ownName = sql.join(
    keyword.flat().map((term) => containsAllSql(sql`a.name`, [term])),
    sql` or `,
  )
  const { rows } = await sql<BuiltInArea & { source: string }>`
    select * from (
      select distinct on (a.address) a.address, a.level, a.lat, a.lng, a.name, s.key as source
      from place_areas a join place_sources s on s.id = a.source_id
      where ${matchesAny(keyword, sql`a.normal`)} and (${ownName})
      order by a.address, s.is_bundled, a.level, a.source_id
    ) found
    order by length(name), level, address limit ${sql.lit(MOST)}`.execute(db)
  return rows.map((row) => presentArea(row, row.source))
}

function presentArea({ address, level, lat, lng }: BuiltInArea, source: string): FoundPlace {
  return { name: address.split(' ').at(-1) ?? address, address, category: null, level, lat, lng, source }
}

import { sql } from 'kysely'
import { type LandmarkKind, landmarkKinds } from '#rules/places.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { normalForm } from '../../search/search-text.ts'
import { searchedArea } from '../address.ts'
import { builtInAreas } from '../areas/built-in.ts'
import { isLandmark } from '../find-imported-places.ts'
import { popularNames } from '../popular-names.ts'
import { NAME_ENDING } from '../rank-places.ts'
import { type KnownName, lettersOf } from './nearest-names.ts'

/** Most names in memory, about 500 bytes each. The bundle has some 9,000, and an operator may import more. */
const MOST_NAMES = 20_000

type Kept = { edition: string; names: Promise<readonly KnownName[]> }

const kept = new WeakMap<Database, Kept>()

/**
 * The names of all areas, stations, markets and sights. They are read on first use and again after an import; callers
 * wait for that.
 */
export async function knownNames(db: Database): Promise<readonly KnownName[]> {
  const edition = await editionOf(db)
  const known = kept.get(db)
  if (known?.edition === edition) return known.names
  const names = readNames(db)
  kept.set(db, { edition, names })
  // After a failure the next caller tries again.
  names.catch(() => kept.delete(db))
  return names
}

/** Changes with every import. */
async function editionOf(db: Queryable): Promise<string> {
  const { rows } = await sql<{ edition: string }>`
    select count(*) || ' ' || coalesce(max(imported_at)::text, '') as edition from place_sources`.execute(db)
  return rows[0]?.edition ?? ''
}

type Row = { name: string; normal: string; rank: number }

const ranks: Record<LandmarkKind, number> = { station: 2, market: 4, sight: 5 }

const landmarkRanks = sql.join(
  [...landmarkKinds].map(([category, kind]) => sql`when category = ${category} then ${sql.lit(ranks[kind])}`),
  sql` `,
)

async function readNames(db: Queryable): Promise<readonly KnownName[]> {
  const { rows } = await sql<Row>`
    select name, normal, case level when 1 then 0 when 2 then 1 else 3 end as rank from place_areas
    union all
    select name, normal, case ${landmarkRanks} end from places where ${isLandmark}
    limit ${sql.lit(MOST_NAMES)}`.execute(db)
  const byName = Map.groupBy([...builtIn, ...rows], ({ name }) => name)
  return [...byName].map(([name, same]) => ({
    name,
    letters: [...new Set([name, withoutEnding(name)])].map(lettersOf),
    rank: Math.min(...same.map(({ rank }) => rank)),
    within: [...new Set(same.map(({ normal }) => normal))],
  }))
}

const builtIn: readonly Row[] = [
  ...builtInAreas.map(({ address, level }) => {
    const words = address.split(' ')
    return { name: words.at(-1) ?? address, normal: normalForm(searchedArea(words)), rank: level - 1 }
  }),
  ...[...popularNames].map(([name, { address }]) => ({ name, normal: normalForm(`${name}${address}`), rank: 2 })),
]

/** The name without its ending, or the whole name if less than two syllables would remain. */
function withoutEnding(name: string): string {
  const short = name.replace(NAME_ENDING, '')
  return short.length < 2 ? name : short
}

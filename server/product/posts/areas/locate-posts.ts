import { sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, columnArraysOf, prepared } from '../../../platform/database/prepared.ts'
import { addressWords, leadingAreaWords, shortAreaName } from '../../places/address.ts'
import { NEARBY_DEGREES, outlinesAround } from '../../places/korea-areas.ts'

/** The fields of a post by which its areas are found. */
export type PostToLocate = Readonly<{ id: number } & Pick<PostInput, 'address' | 'lat' | 'lng'>>

type Leaf = { id: number; area_id: number }
type Named = { name: string; address: string; area_id: number }

/** Id of the smallest area of each post: the one around its position, or else the one that its address clearly names. */
export async function findSmallestAreas(tx: Queryable, posts: readonly PostToLocate[]): Promise<Map<number, number>> {
  const around = new Map((await areasAround(tx, posts)).map(({ id, area_id }) => [id, area_id]))
  const named = await areasOfAddresses(
    tx,
    posts.filter(({ id }) => !around.has(id)),
  )
  return new Map([...around, ...named])
}

async function areasAround(tx: Queryable, posts: readonly PostToLocate[]): Promise<Leaf[]> {
  const placed = posts.filter(({ lat }) => lat !== null)
  if (placed.length === 0) return []
  const { rows } = await sql<Leaf>`${prepared}
    select p.id, n.area_id
    from unnest(${columnArraysOf(placed, { id: 'bigint', lat: 'float8', lng: 'float8' })}) p(id, lat, lng)
    cross join lateral (
      with nearest as materialized (
        ${outlinesAround(sql`p.lat`, sql`p.lng`)}
      )
      select coalesce(a.legal_address, a.address) as address
      from nearest r join place_areas a on a.id = r.area_id
      where not r.is_hole and r.away <= ${NEARBY_DEGREES} and not exists (
        select from nearest hole where hole.area_id = r.area_id and hole.is_hole and hole.away = 0
      )
      order by r.away, a.level desc limit 1
    ) around
    join area_names n on n.address = around.address`.execute(tx)
  return rows
}

/** Ids of the areas that contain a position, the largest first; null abroad and at sea. */
export async function findAreaAt(db: Queryable, at: Position): Promise<number[] | null> {
  const [leaf] = await areasAround(db, [{ id: 0, address: null, ...at }])
  if (!leaf) return null
  const { rows } = await sql<{ path: number[] }>`select path from areas where id = ${leaf.area_id}`.execute(db)
  return rows[0]?.path ?? null
}

/** Name of the smallest area that each address clearly names, '망원동'; null for the others. */
export async function areaNamesOfAddresses(
  db: Queryable,
  addresses: readonly (string | null)[],
): Promise<(string | null)[]> {
  const found = await areasOfAddresses(
    db,
    addresses.map((address, id) => ({ id, address, lat: null, lng: null })),
  )
  const ids = [...new Set(found.values())]
  if (ids.length === 0) return addresses.map(() => null)
  const { rows } = await sql<{ id: number; address: string }>`${prepared}
    select id, address from areas where id = any(${arrayOf('integer', ids)})`.execute(db)
  const names = new Map(rows.map(({ id, address }) => [id, shortAreaName(address)]))
  return addresses.map((_, id) => names.get(found.get(id) ?? 0) ?? null)
}

/** Area named by the first words of each post's address, unless there is none or more than one. */
async function areasOfAddresses(tx: Queryable, posts: readonly PostToLocate[]): Promise<Map<number, number>> {
  const wordsOf = new Map(
    posts
      .map(({ id, address }) => [id, address ? leadingAreaWords(addressWords(address)) : []] as const)
      .filter(([, words]) => words.length > 0),
  )
  if (wordsOf.size === 0) return new Map()
  const names = [...new Set([...wordsOf.values()].flat())]
  const { rows } = await sql<Named>`${prepared}
    select name, address, area_id from area_names where name = any(${names}::text[])`.execute(tx)
  // A map asks for thousands of shops, whose words name thousands of areas.
  const named = Map.groupBy(rows, ({ name }) => name)
  const found = [...wordsOf].flatMap(([id, words]) => {
    const area = areaOfWords(
      words,
      [...new Set(words)].flatMap((word) => named.get(word) ?? []),
    )
    return area === null ? [] : [[id, area] as const]
  })
  return new Map(found)
}

/** Named area that explains most of the words; null if there is none or more than one. */
function areaOfWords(words: readonly string[], named: readonly Named[]): number | null {
  const matches = named.map((row) => ({ ...row, explained: explainedWords(row.address.split(' '), words) }))
  const most = Math.max(0, ...matches.map(({ explained }) => explained))
  const best = new Set(matches.filter(({ explained }) => most > 0 && explained === most).map((row) => row.area_id))
  return best.size === 1 ? ([...best][0] ?? null) : null
}

// Number of first words within the area's address; 0 if one of them is not. The address may lack words: '마포구 망원동',
// '망원동'.
function explainedWords(area: readonly string[], words: readonly string[]): number {
  let from = 0
  for (const [index, word] of words.entries()) {
    const at = area.indexOf(word, from)
    if (at === -1) return 0
    if (at === area.length - 1) return index + 1
    from = at + 1
  }
  return 0
}

import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/connect.ts'
import { builtInAreas, outlinesAround } from '../../places/korea-areas.ts'
import { currentAddress, isDividedDistrict, otherNamesOf } from '../../places/renamed-areas.ts'

/** Version of `syncAreas`: raise it to rebuild all areas from the same data, and to assign all posts again. */
const FORMAT = 3

/** Version of the areas: changes with each import of areas, and with `FORMAT`. */
export async function areaVersion(db: Queryable): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select ${FORMAT}::integer || ' ' || coalesce(string_agg(key || ' ' || extract(epoch from imported_at), ' ' order by key), '') as version
    from place_sources where areas > 0`.execute(db)
  return rows[0]?.version ?? ''
}

/** Builds the tree of areas from the gazetteer and the borders. An area that still exists keeps its id. */
export async function syncAreas(tx: Queryable): Promise<void> {
  const { areas, names } = buildAreas(await namedAreas(tx), await borderedAreas(tx))
  for (const depth of [1, 2, 3, 4]) {
    await writeAreas(
      tx,
      areas.filter(({ address }) => depthOf(address) === depth),
    )
  }
  await sql`delete from areas where not address = any(${areas.map(({ address }) => address)}::text[])`.execute(tx)
  await sql`delete from area_names`.execute(tx)
  await writeNames(tx, names)
  await nameOthers(tx)
}

async function namedAreas(tx: Queryable): Promise<NamedArea[]> {
  const { rows } = await sql<NamedArea>`
    select distinct on (a.address) a.level, a.address, a.lat, a.lng
    from place_areas a join place_sources s on s.id = a.source_id
    order by a.address, a.level, s.is_bundled, a.id`.execute(tx)
  const known = new Set(rows.map(({ address }) => address))
  return [...rows, ...builtInAreas.filter(({ address }) => !known.has(address))]
}

async function borderedAreas(tx: Queryable): Promise<BorderedArea[]> {
  const { rows } = await sql<BorderedArea>`
    select a.address, coalesce(a.legal_address, a.address) as unit,
      min(((box(r.ring))[1])[0]) as west, min(((box(r.ring))[1])[1]) as south,
      max(((box(r.ring))[0])[0]) as east, max(((box(r.ring))[0])[1]) as north
    from place_rings r join place_areas a on a.id = r.area_id group by a.id order by a.id`.execute(tx)
  return rows
}

async function writeAreas(tx: Queryable, areas: readonly Area[]): Promise<void> {
  const rows = areas.map(({ box, ...area }) => ({ ...area, ...box, parent: parentOf(area.address) }))
  await sql`
    insert into areas (parent_id, address, lat, lng, south, west, north, east)
    select p.id, given.address, given.lat, given.lng, given.south, given.west, given.north, given.east
    from json_to_recordset(${JSON.stringify(rows)}) as given(address text, parent text, lat float8, lng float8,
      south float8, west float8, north float8, east float8)
    left join areas p on p.address = given.parent
    on conflict (address) do update set parent_id = excluded.parent_id, lat = excluded.lat, lng = excluded.lng,
      south = excluded.south, west = excluded.west, north = excluded.north, east = excluded.east`.execute(tx)
  await sql`update areas a set path = coalesce((select p.path from areas p where p.id = a.parent_id), '{}') || a.id
    where address = any(${rows.map(({ address }) => address)}::text[])`.execute(tx)
}

async function writeNames(tx: Queryable, names: ReadonlyMap<string, string>): Promise<void> {
  const [known, addresses] = [[...names.keys()], [...names.values()]]
  await sql`insert into area_names (address, name, area_id)
    select n.name, split_part(n.name, ' ', -1), a.id
    from unnest(${known}::text[], ${addresses}::text[]) n(name, address) join areas a on a.address = n.address`.execute(
    tx,
  )
}

/** Adds the names of 동 without borders, in the gazetteer and today, to the area around their centre in the same 시군구. */
async function nameOthers(tx: Queryable): Promise<void> {
  const { rows: dongs } = await sql<{ address: string }>`
    select distinct address from place_areas where level in (3, 4)`.execute(tx)
  const renamed = dongs
    .map(({ address }) => ({ address, today: currentAddress(address) }))
    .filter(({ address, today }) => today !== address)
  await sql`
    with today as (select * from json_to_recordset(${JSON.stringify(renamed)}) as r(address text, today text)),
    found as (select distinct on (a.address) a.address, coalesce(t.today, a.address) as today, near.area_id
    from place_areas a left join today t using (address) cross join lateral (
      select n.area_id, r.away from (${outlinesAround(sql`a.lat`, sql`a.lng`)}) r
      join place_areas around on around.id = r.area_id
      join area_names n on n.address = coalesce(around.legal_address, around.address)
      join areas parent on parent.id = (select parent_id from areas where id = n.area_id)
      where starts_with(coalesce(t.today, a.address), parent.address || ' ')
      order by r.away limit 1
    ) near
    where a.level in (3, 4)
    order by a.address, near.away)
    insert into area_names (address, name, area_id)
    select distinct n.address, split_part(n.address, ' ', -1), f.area_id
    from found f cross join lateral (values (f.address), (f.today)) n(address)
    on conflict do nothing`.execute(tx)
}

type NamedArea = Readonly<{ level: number; address: string; lat: number; lng: number }>

/** The box around the borders of an area; posts within the borders belong to the area with the address `unit`. */
type BorderedArea = Readonly<{
  address: string
  unit: string
  south: number
  west: number
  north: number
  east: number
}>

type Box = Pick<BorderedArea, 'south' | 'west' | 'north' | 'east'>

type Area = Readonly<{ address: string; lat: number; lng: number; box: Box | null }>

/**
 * All 시도 and 시군구, and all 동 with borders. Several 행정동 of one 법정동 are one area ('망원제1동' is 망원동); a 행정동 of several 법정동
 * keeps its name ('서강동').
 * @returns areas, larger ones first, and the address of an area by each of its names
 */
export function buildAreas(named: readonly NamedArea[], bordered: readonly BorderedArea[]) {
  const centres = new Map(named.map((area) => [area.address, area]))
  const boxes = new Map<string, Box>()
  const names = new Map<string, string>()
  for (const area of bordered) {
    const address = usualAddress(area.unit)
    for (const name of [area.address, area.unit, usualAddress(area.address)]) names.set(name, address)
    if (isDividedDistrict(area.unit)) continue
    for (const around of withAncestors(address)) boxes.set(around, joined(boxes.get(around), area))
  }
  const addresses = new Set(boxes.keys())
  for (const { level, address } of named) {
    const parent = parentOf(address)
    const isPartOfCity =
      level === 2 && parent !== null && /시$/.test(parent) && boxes.has(parent) && !boxes.has(address)
    if (isPartOfCity) names.set(address, parent)
    else if (level <= 2) {
      const present = currentAddress(address)
      addresses.add(present)
      // A former name of several areas means the first of them.
      for (const name of [address, ...otherNamesOf(address)]) if (!names.has(name)) names.set(name, present)
    }
  }
  for (const address of addresses) names.set(address, address)
  const areas = [...addresses]
    .toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .map((address): Area => {
      const box = boxes.get(address) ?? null
      return { address, ...(centres.get(address) ?? middleOf(box)), box }
    })
    .map(({ address, lat, lng, box }) => ({ address, lat, lng, box }))
  return { areas, names }
}

function parentOf(address: string): string | null {
  const end = address.lastIndexOf(' ')
  return end === -1 ? null : address.slice(0, end)
}

function depthOf(address: string): number {
  return address.split(' ').length
}

/** Today's name, and the usual spelling of the 동: '월곡2동' for '월곡제2동'. */
function usualAddress(address: string): string {
  return currentAddress(address).replace(/(?<=[가-힣]{2})제(?=\d[\d.]*동$)/, '')
}

function withAncestors(address: string): string[] {
  const parent = parentOf(address)
  return parent === null ? [address] : [address, ...withAncestors(parent)]
}

function joined(box: Box | undefined, { south, west, north, east }: Box): Box {
  if (!box) return { south, west, north, east }
  return {
    south: Math.min(box.south, south),
    west: Math.min(box.west, west),
    north: Math.max(box.north, north),
    east: Math.max(box.east, east),
  }
}

function middleOf(box: Box | null) {
  return box ? { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 } : { lat: 36.5, lng: 127.8 }
}

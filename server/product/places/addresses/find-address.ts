import { sql } from 'kysely'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { type BuildingNumber, isDistrictWithin, type LotNumber } from '../address.ts'
import { squaresAround, toDegrees, toMillionths } from './square.ts'

/** Look-ups in the official addresses that an operator imported; without an import they find nothing. */

export type OfficialAddress = Position &
  Readonly<{
    /** '서울특별시 마포구 월드컵로 32', with the 읍·면 between 시군구 and road. */
    address: string
    district: string
    town: string
    main: number
  }>

type Row = BuildingNumber & Readonly<{ name: string; district: string; town: string; lat: number; lng: number }>

/** SQL condition on a row: its file was imported completely and is in use. */
const isShown = sql<boolean>`file_id in (select id from address_files where state = 'shown')`

const columns = sql`s.name, s.district, s.town, e.main, e.sub, e.is_underground as "isUnderground", e.lat, e.lng`

/** Limit of streets of one name that are searched: 중앙로 is in some two hundred 읍면동. */
const MOST_STREETS = 2000
const MOST_FOUND = 100

type Where = Readonly<{
  /** '서울특별시 마포구', '서울특별시'; empty for anywhere. */
  areas: readonly string[]
  /** 읍면동 and 리 that were typed, in their order. */
  towns: readonly string[]
}>

/** Entrances with that number on roads of that name, one for each address. */
export async function findAddressesByRoad(
  db: Queryable,
  road: string,
  number: BuildingNumber,
  where: Where,
): Promise<OfficialAddress[]> {
  const { rows } = await sql<Row>`
    select distinct on (s.id) ${columns}
    from (select * from address_streets where name = ${road} limit ${sql.lit(MOST_STREETS)}) s
    join address_entrances e on e.street_id = s.id and e.main = ${number.main} and e.sub = ${number.sub}
    where e.${isShown} order by s.id, (e.is_underground = ${number.isUnderground}) desc, e.number`.execute(db)
  const there = rowsAt(rows, where)
  const asTyped = there.filter(({ isUnderground }) => isUnderground === number.isUnderground)
  return present(asTyped.length > 0 ? asTyped : there)
}

/** The entrance with the nearest number on the road in that area; numbers differ by at most `reach`. */
export async function findNearestNumber(
  db: Queryable,
  road: string,
  { main }: BuildingNumber,
  where: Where,
  reach: number,
): Promise<OfficialAddress | null> {
  const { rows } = await sql<Row>`
    select ${columns} from (select * from address_streets where name = ${road} limit ${sql.lit(MOST_STREETS)}) s
    join address_entrances e on e.street_id = s.id and e.main between ${main - reach} and ${main + reach}
    where e.${isShown} and not e.is_underground
    order by abs(e.main - ${main}), e.sub, e.number limit ${sql.lit(MOST_FOUND)}`.execute(db)
  return present(rowsAt(rows, where))[0] ?? null
}

/** Buildings on a lot of that 동 or 리. */
export async function findAddressesByLot(db: Queryable, lot: LotNumber, where: Where): Promise<OfficialAddress[]> {
  const town = where.towns.at(-1)
  if (town === undefined) return []
  // '역삼1동' is a part of the 법정동 역삼동, by which lots are counted.
  const names = [town, town.replace(/제?\d+동$/, '동')]
  const { rows } = await sql<Row & { lotDistrict: string; lotTown: string }>`
    select distinct on (t.id, s.id, e.main, e.sub) ${columns}, t.district as "lotDistrict", t.town as "lotTown"
    from address_towns t
    join address_lots l on l.town_id = t.id and l.main = ${lot.main} and l.sub = ${lot.sub}
      and l.is_mountain = ${lot.isMountain}
    join address_streets s on s.code = l.code
    join address_entrances e on e.street_id = s.id and e.main = l.building_main and e.sub = l.building_sub
    where t.name = any(${names}) and l.${isShown} and e.${isShown}
    order by t.id, s.id, e.main, e.sub, (e.is_underground = l.is_underground) desc, e.number
    limit ${sql.lit(MOST_FOUND)}`.execute(db)
  const there = rows.filter(
    ({ lotDistrict, lotTown }) =>
      isIn(lotDistrict, where.areas) && where.towns.slice(0, -1).every((one) => lotTown.includes(one)),
  )
  return present(there)
}

export type NamedBuilding = OfficialAddress & Readonly<{ name: string }>

/** Limit of names that are read for each key: 현대아파트 is in every city. */
const MOST_NAMES = 300

/** Buildings with an indexed name that begins with one of the keys, exact matches first. */
export async function findBuildingsByName(db: Queryable, keys: readonly string[]): Promise<NamedBuilding[]> {
  const beginning = (key: string) => sql`
    (select n.key, n.name as building, n.street_id, n.main, n.sub, n.lat, n.lng from address_names n
      where n.key collate "C" >= ${key} and n.key collate "C" < ${`${key}\u{10FFFF}`} and n.${isShown}
      order by n.key collate "C" limit ${sql.lit(MOST_NAMES)})`
  const { rows } = await sql<Row & { building: string }>`
    select s.name, s.district, s.town, n.main, n.sub, false as "isUnderground", n.lat, n.lng, n.building
    from (${sql.join(keys.map(beginning), sql` union all `)}) n join address_streets s on s.id = n.street_id
    order by n.key = any(${[...keys]}::text[]) desc, length(n.key)`.execute(db)
  return rows.map((row) => ({ ...presentRow(row), name: row.building }))
}

/** Metres within which an entrance counts as near. */
const NEAR = 70

/** The address of the entrance nearest to a position; null without one near by. */
export async function findNearestEntrance(db: Queryable, position: Position): Promise<OfficialAddress | null> {
  const { rows } = await sql<Row>`
    select ${columns} from address_entrances e join address_streets s on s.id = e.street_id
    where e.square = any(${squaresAround(position)}::int[]) and e.${isShown}
    order by (e.lat - ${toMillionths(position.lat)}::float8) ^ 2
      + ((e.lng - ${toMillionths(position.lng)}::float8) * ${Math.cos((position.lat * Math.PI) / 180)}::float8) ^ 2
    limit 1`.execute(db)
  const [nearest] = rows.map(presentRow)
  return nearest && metresBetween(nearest, position) <= NEAR ? nearest : null
}

/** Rows in the areas, and if any are, only those in the 읍면동. Others are right too: road names are unique in a city, and rows lack their 행정동. */
function rowsAt(rows: readonly Row[], { areas, towns }: Where): readonly Row[] {
  const there = rows.filter(({ district }) => isIn(district, areas))
  const narrowed = there.filter(({ town }) =>
    towns.every((one) => one === town || (one.endsWith('동') && town.startsWith(one.replace(/제?\d*동$/, '')))),
  )
  return narrowed.length > 0 ? narrowed : there
}

function isIn(district: string, areas: readonly string[]): boolean {
  return areas.length === 0 || areas.some((area) => isDistrictWithin(district, area))
}

function present(rows: readonly Row[]): OfficialAddress[] {
  const found = new Map<string, OfficialAddress>()
  for (const row of rows) {
    const address = presentRow(row)
    if (!found.has(address.address)) found.set(address.address, address)
  }
  return [...found.values()]
}

function presentRow({ name, district, town, main, sub, isUnderground, lat, lng }: Row): OfficialAddress {
  const village = /[읍면]$/.test(town) ? `${town} ` : ''
  const number = `${isUnderground ? '지하 ' : ''}${main}${sub === 0 ? '' : `-${sub}`}`
  const address = `${district} ${village}${name} ${number}`
  return { lat: toDegrees(lat), lng: toDegrees(lng), address, district, town, main }
}

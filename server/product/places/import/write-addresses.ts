import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/database/connect.ts'
import { squareOf, toMillionths } from '../addresses/square.ts'
import { type Entrance, type Lot, nameKeys, type Street, type Town } from './address-rows.ts'

/** Writes the rows of one block of an address file. Streets and towns are shared by all files. */

/** Writes entrances with the names of their buildings; with `isOnlyNew` only those that no other file in use has. Returns the number of entrances written. */
export async function writeEntrances(
  db: Queryable,
  fileId: number,
  entrances: readonly Entrance[],
  isOnlyNew: boolean,
): Promise<number> {
  if (entrances.length === 0) return 0
  const streets = await idsOf(
    db,
    sql`address_streets`,
    new Map(entrances.map(({ street }) => [streetKey(street), street])),
  )
  const rows = entrances.map((entrance) => ({ ...entrance, id: streets.get(streetKey(entrance.street)) ?? 0 }))
  const isNew = isOnlyNew
    ? sql`not exists (select from address_entrances e where e.street_id = given.street_id and e.main = given.main
        and e.sub = given.sub and e.is_underground = given.is_underground and e.${isOfOthers(fileId)})`
    : sql`true`
  const { numAffectedRows = 0n } = await sql`
    insert into address_entrances (file_id, street_id, main, sub, is_underground, number, lat, lng, square)
    select ${fileId}, given.* from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ main }) => main)}::int[],
      ${rows.map(({ sub }) => sub)}::int[], ${rows.map(({ isUnderground }) => isUnderground)}::boolean[],
      ${rows.map(({ number }) => number)}::int[], ${rows.map(({ lat }) => toMillionths(lat))}::int[],
      ${rows.map(({ lng }) => toMillionths(lng))}::int[], ${rows.map(squareOf)}::int[])
      as given(street_id, main, sub, is_underground, number, lat, lng, square)
    where ${isNew}`.execute(db)
  const names = new Map(
    rows.flatMap((row) =>
      nameKeys(row.name ?? '', row.street).map(
        (key) => [`${row.id} ${row.main} ${row.sub} ${key}`, { key, row }] as const,
      ),
    ),
  )
  const named = [...names.values()]
  if (named.length === 0) return Number(numAffectedRows)
  const isNewName = isOnlyNew
    ? sql`not exists (select from address_names n where n.key collate "C" = given.key and n.street_id = given.street_id
        and n.main = given.main and n.sub = given.sub
        and (n.file_id = ${fileId} or n.${isOfOthers(fileId)}))`
    : sql`true`
  await sql`
    insert into address_names (file_id, key, name, street_id, main, sub, lat, lng)
    select ${fileId}, given.* from unnest(${named.map(({ key }) => key)}::text[], ${named.map(({ row }) => row.name)}::text[],
      ${named.map(({ row }) => row.id)}::int[], ${named.map(({ row }) => row.main)}::int[],
      ${named.map(({ row }) => row.sub)}::int[], ${named.map(({ row }) => toMillionths(row.lat))}::int[],
      ${named.map(({ row }) => toMillionths(row.lng))}::int[])
      as given(key, name, street_id, main, sub, lat, lng)
    where ${isNewName}`.execute(db)
  return Number(numAffectedRows)
}

/** SQL condition on a row: its file is in use, and no edition of this file. */
function isOfOthers(fileId: number): RawBuilder<unknown> {
  return sql`file_id in (select other.id from address_files other join address_files own on own.id = ${fileId}
    where other.state = 'shown' and (other.source_id, other.part) is distinct from (own.source_id, own.part))`
}

export async function writeLots(db: Queryable, fileId: number, lots: readonly Lot[]): Promise<void> {
  if (lots.length === 0) return
  const towns = await idsOf(db, sql`address_towns`, new Map(lots.map(({ town }) => [townKey(town), town])))
  await sql`
    insert into address_lots
      (file_id, town_id, is_mountain, main, sub, code, building_main, building_sub, is_underground)
    select ${fileId}, * from unnest(${lots.map(({ town }) => towns.get(townKey(town)) ?? 0)}::int[],
      ${lots.map(({ isMountain }) => isMountain)}::boolean[], ${lots.map(({ main }) => main)}::int[],
      ${lots.map(({ sub }) => sub)}::int[], ${lots.map(({ code }) => code)}::bigint[],
      ${lots.map(({ building }) => building.main)}::int[], ${lots.map(({ building }) => building.sub)}::int[],
      ${lots.map(({ building }) => building.isUnderground)}::boolean[])`.execute(db)
}

const streetKey = ({ name, district, town, code }: Street): string => [name, district, town, code].join('\t')
const townKey = ({ name, district, town }: Town): string => [name, district, town].join('\t')

/** The ids of rows, by their keys; those that are not there yet are added. */
async function idsOf(
  db: Queryable,
  table: RawBuilder<unknown>,
  wanted: ReadonlyMap<string, Street | Town>,
): Promise<Map<string, number>> {
  const keys = [...wanted.keys()]
  const rows = [...wanted.values()]
  const isRoad = rows.some((row) => 'code' in row)
  const columns = isRoad ? sql`name, district, town, code` : sql`name, district, town`
  const codes = isRoad ? sql`, ${rows.map((row) => ('code' in row ? row.code : 0))}::bigint[]` : sql``
  const given = sql`
    select * from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ district }) => district)}::text[],
      ${rows.map(({ town }) => town)}::text[]${codes}) with ordinality as given(${columns}, place)`
  const find = () =>
    sql<{ id: number; place: number }>`select known.id, given.place::int as place from (${given}) given
      join ${table} known using (${columns})`.execute(db)
  const known = await find()
  // Not `on conflict` alone, which takes a number of the sequence for each row that is there.
  if (known.rows.length < rows.length) {
    await sql`
      insert into ${table} (${columns}) select ${columns} from (${given}) given
      where not exists (select from ${table} known where (${prefixed('known', isRoad)}) = (${prefixed('given', isRoad)}))
      on conflict do nothing`.execute(db)
  }
  const { rows: all } = known.rows.length < rows.length ? await find() : known
  return new Map(all.map(({ id, place }) => [keys[place - 1] ?? '', id]))
}

function prefixed(alias: string, isRoad: boolean): RawBuilder<unknown> {
  const names = ['name', 'district', 'town', ...(isRoad ? ['code'] : [])]
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
}

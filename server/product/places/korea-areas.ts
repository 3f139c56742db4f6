import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Precision } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../platform/database/connect.ts'

/** Rows of a tab-separated file in `korea/`, without its comments. */
export function readKoreaTable(name: string): string[][] {
  const bytes = readFileSync(new URL(`../../../korea/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return rowsOf(text.replace(/^#.*\n/gm, ''))
}

/** Cells of the lines of a tab-separated text. */
export function rowsOf(text: string): string[][] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
}

export type BuiltInArea = Readonly<{
  level: 1 | 2
  address: string
  lat: number
  lng: number
}>

/** The full name of a 시도 by each of its other names. */
export const provinceAliases: ReadonlyMap<string, string> = new Map(
  [
    '서울특별시: 서울 서울시',
    '부산광역시: 부산 부산시',
    '대구광역시: 대구 대구시',
    '인천광역시: 인천 인천시',
    '광주광역시: 광주',
    '대전광역시: 대전 대전시',
    '울산광역시: 울산 울산시',
    '세종특별자치시: 세종 세종시',
    '경기도: 경기',
    '강원특별자치도: 강원 강원도',
    '충청북도: 충북',
    '충청남도: 충남',
    '전북특별자치도: 전북 전라북도',
    '전라남도: 전남',
    '경상북도: 경북',
    '경상남도: 경남',
    '제주특별자치도: 제주 제주도',
  ].flatMap((line) => {
    const [name = '', aliases = ''] = line.split(': ')
    return aliases.split(' ').map((alias): [string, string] => [alias, name])
  }),
)

/** Every 시도 and 시군구 in the order of the official codes: a 시도, then its areas. */
export const builtInAreas: readonly BuiltInArea[] = readKoreaTable('districts.tsv').map(([address = '', lat, lng]) => ({
  level: address.includes(' ') ? 2 : 1,
  address,
  lat: Number(lat),
  lng: Number(lng),
}))

type Area = Omit<BuiltInArea, 'level'> & Readonly<{ level: number }>
type Match = Area & Readonly<{ matched: number }>

export type LocatedArea = Position & Readonly<{ address: string; precision: Precision }>

const precisions: readonly Precision[] = ['province', 'district', 'dong', 'dong']

export function precisionOf(level: number): Precision {
  return precisions[level - 1] ?? 'dong'
}

const builtInByName = Map.groupBy(builtInAreas, ({ address }) => lastWord(address))
for (const [name, areas] of [...builtInByName]) {
  const short = shortName(name)
  if (short !== null) builtInByName.set(short, [...(builtInByName.get(short) ?? []), ...areas])
}

/** The smallest area that the words name; all words before its name must be in its address: '제주시 노형동', '노형동'. */
export async function findAreaByWords(db: Queryable, words: readonly string[]): Promise<LocatedArea | null> {
  const candidates = [...(await findNamed(db, words)), ...words.flatMap((word) => builtInByName.get(word) ?? [])]
  const [best] = candidates
    .map((area) => match(area, words))
    .filter((found) => found !== null)
    .toSorted((a, b) => b.matched - a.matched || sizeOf(b) - sizeOf(a))
  if (!best) return null
  return { lat: best.lat, lng: best.lng, address: best.address, precision: precisionOf(best.level) }
}

/** Metres around the centre of a 읍·면 or 동 without known borders. */
const EXTENTS: readonly (readonly [ending: RegExp, metres: number])[] = [
  [/[읍면]$/, 8000],
  [/리$/, 3000],
]
const EXTENT_OF_DONG = 1500

/** Radius in metres around an area's position that contains the whole area. */
export async function extentOfArea(
  db: Queryable,
  { address, ...centre }: Pick<LocatedArea, 'address' | 'lat' | 'lng'>,
): Promise<{ radius: number }> {
  const { rows } = await sql<{ ring: string }>`
    select r.ring::text as ring from place_rings r join place_areas a on a.id = r.area_id
    where (a.address = ${address} or a.legal_address = ${address}) and not r.is_hole`.execute(db)
  const corners = rows.flatMap(({ ring }) => [...ring.matchAll(/\(([\d.]+),([\d.]+)\)/g)])
  const away = corners.map(([, lng, lat]) => metresBetween(centre, { lat: Number(lat), lng: Number(lng) }))
  if (away.length > 0) return { radius: Math.ceil(away.reduce((most, one) => Math.max(most, one), 0)) }
  return { radius: EXTENTS.find(([ending]) => ending.test(address))?.[1] ?? EXTENT_OF_DONG }
}

async function findNamed(db: Queryable, words: readonly string[]): Promise<Area[]> {
  const { rows } = await sql<Area>`
    select a.level, a.address, a.lat, a.lng from place_areas a join place_sources s on s.id = a.source_id
    where a.name = any(${[...words]}) order by s.is_bundled, a.source_id, a.id`.execute(db)
  return rows
}

function match(area: Area, words: readonly string[]): Match | null {
  const own = area.address.split(' ')
  const end = words.findIndex((word) => isNamed(lastWord(area.address), word))
  let from = 0
  for (const word of words.slice(0, end + 1)) {
    const at = own.findIndex((name, index) => index >= from && isNamed(name, word))
    if (at === -1) return null
    from = at + 1
  }
  return end === -1 ? null : { ...area, matched: end + 1 }
}

/** Areas that an address may be in, and its words behind the area: '월드컵로 200' may be in any 시군구. */
export function possibleAreas(words: readonly string[]): { areas: string[]; rest: string[] } {
  const counted = builtInAreas.map(({ address }) => ({ address, count: leadingNames(address.split(' '), words) }))
  const most = Math.max(...counted.map(({ count }) => count))
  return {
    areas: counted.filter(({ count }) => count === most).map(({ address }) => address),
    rest: words.slice(most),
  }
}

/** Number of leading words that are names of the address, in its order; names may be left out. */
function leadingNames(own: readonly string[], words: readonly string[]): number {
  let from = 0
  for (const [index, word] of words.entries()) {
    const at = own.findIndex((name, place) => place >= from && (isNamed(name, word) || shortDistrict(name) === word))
    if (at === -1) return index
    from = at + 1
  }
  return words.length
}

/** '마포 월드컵로' means a road in '마포구'; without a road the short name is ambiguous. */
function shortDistrict(name: string): string | null {
  return /^.{2,}구$/.test(name) ? name.slice(0, -1) : null
}

function isNamed(name: string, word: string): boolean {
  return name === word || provinceAliases.get(word) === name || shortName(name) === word
}

/** '수원' means '수원시', but '중' not '중구'. */
function shortName(name: string): string | null {
  return /^.{2,}[시군]$/.test(name) ? name.slice(0, -1) : null
}

/** Level of an area; the same for 행정동 and 법정동 of one name, so that the 법정동 (3), which is listed first, stays first. */
function sizeOf({ level }: Area): number {
  return Math.min(level, 3)
}

function lastWord(address: string): string {
  return address.split(' ').at(-1) ?? ''
}

/** Degrees (about 2 km) outside an area that still count: polygons are simplified, and piers stand in the sea. */
export const NEARBY_DEGREES = 0.02

/** Nearest outlines that are read: several meet at a border, and an enclave lies in two. */
const OUTLINES = 6

/** The area at a position; `isExact` is false if it is only the nearest one. */
export type AreaAtPosition = Readonly<{ address: string; code: string | null; precision: Precision; isExact: boolean }>

type Outline = {
  index: number
  id: number
  is_hole: boolean
  level: number
  address: string
  code: string | null
  away: number
}

/**
 * SQL with area_id, is_hole and away (degrees) of the nearest outlines; unsorted, because the index's rounding can make
 * sorting fail.
 */
export function outlinesAround(lat: RawBuilder<unknown>, lng: RawBuilder<unknown>): RawBuilder<unknown> {
  const reach = sql.lit(NEARBY_DEGREES)
  const around = sql`polygon(box(point(${lng} - ${reach}, ${lat} - ${reach}), point(${lng} + ${reach}, ${lat} + ${reach})))`
  return sql`
    select * from (
      select area_id, is_hole, ring <-> point(${lng}, ${lat}) as away from place_rings where ring && ${around} offset 0
    ) near order by away limit ${sql.lit(OUTLINES)}`
}

/** The smallest area around each position, or else the nearest; null abroad, at sea, and without outlines. */
export async function areasAt(db: Queryable, positions: readonly Position[]): Promise<(AreaAtPosition | null)[]> {
  const given = JSON.stringify(positions.map(({ lat, lng }, index) => ({ index, lat, lng })))
  const { rows } = await sql<Outline>`
    select p.index, a.id, r.is_hole, a.level, coalesce(a.legal_address, a.address) as address, a.code, r.away
    from json_to_recordset(${given}) as p(index integer, lat float8, lng float8)
    cross join lateral (${outlinesAround(sql`p.lat`, sql`p.lng`)}) r
    join place_areas a on a.id = r.area_id join place_sources s on s.id = a.source_id
    order by r.away, a.level desc, s.is_bundled`.execute(db)
  return positions.map((_, index) => areaOf(rows.filter((row) => row.index === index)))
}

function areaOf(outlines: readonly Outline[]): AreaAtPosition | null {
  const holed = new Set(outlines.filter(({ is_hole, away }) => is_hole && away === 0).map(({ id }) => id))
  const found = outlines.find(({ id, is_hole }) => !is_hole && !holed.has(id))
  if (!found || found.away > NEARBY_DEGREES) return null
  const precision = found.level > 2 ? 'dong' : found.level === 2 ? 'district' : 'province'
  return { address: found.address, code: found.code, precision, isExact: found.away === 0 }
}

import proj4 from 'proj4'
import { normalForm } from '#rules/normal-form.ts'
import type { Position } from '#rules/position.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { isInKorea } from './import-shops.ts'

/** Rows of the official files of addresses, whose columns have no names: docs/places.md says which files they are. */

/** A road, or the part of it in one 읍면동. */
export type Street = Readonly<{ name: string; district: string; town: string; code: number }>
/** A 읍면동 or 리. */
export type Town = Readonly<{ name: string; district: string; town: string }>

type Number = Readonly<{ main: number; sub: number; isUnderground: boolean }>

/** An entrance of a building; `number` is its order among those of the address, `name` that of the building. */
export type Entrance = Position & Number & Readonly<{ street: Street; number: number; name: string | null }>

/** A lot (지번) with the address of a building on it. */
export type Lot = Readonly<{
  town: Town
  isMountain: boolean
  main: number
  sub: number
  /** Code of the building's road. */
  code: number
  building: Number
}>

/** Result of parsing a line: a row, a row without a position, of which the files have some, or what is wrong with the line. */
export type ReadRow<Row> = Readonly<{ row: Row } | { isUnplaced: true } | { fault: string }>

export type AddressFileKind = 'entrances' | 'buildings' | 'lots'

type Layout = Readonly<{ columns: number; codes: readonly (readonly [index: number, pattern: RegExp])[] }>

const ROAD_CODE = /^\d{12}$/
const TOWN_CODE = /^\d{10}$/

const layouts: Readonly<Record<AddressFileKind, Layout>> = {
  // 위치정보요약DB, entrc_*.txt
  entrances: {
    columns: 18,
    codes: [
      [0, /^\d{5}$/],
      [2, TOWN_CODE],
      [6, ROAD_CODE],
    ],
  },
  // 내비게이션용DB, match_build_*.txt
  buildings: {
    columns: 27,
    codes: [
      [0, TOWN_CODE],
      [4, ROAD_CODE],
    ],
  },
  // 내비게이션용DB, match_jibun_*.txt
  lots: {
    columns: 18,
    codes: [
      [0, TOWN_CODE],
      [8, ROAD_CODE],
    ],
  },
}

/** The kind of address file whose layout a line has; null for other text. */
export function detectFileKind(line: string): AddressFileKind | null {
  const cells = line.split('|')
  const kinds = Object.keys(layouts) as AddressFileKind[]
  return kinds.find((kind) => fits(cells, kind)) ?? null
}

function fits(cells: readonly string[], kind: AddressFileKind): boolean {
  const { columns, codes } = layouts[kind]
  return cells.length >= columns && codes.every(([index, pattern]) => pattern.test(cells[index]?.trim() ?? ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and the others are of no text
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\uFFFD]/

/** Cells of a line that has the layout, or what is wrong with it. */
function cellsOf(line: string, kind: AddressFileKind): readonly string[] | string {
  const cells = line.split('|')
  const { columns, codes } = layouts[kind]
  if (cells.length < columns) return `${cells.length} columns instead of ${columns}`
  if (UNREADABLE.test(line)) return 'characters that cannot be read'
  const wrong = codes.find(([index, pattern]) => !pattern.test(cells[index]?.trim() ?? ''))
  return wrong === undefined ? cells : `no code in column ${wrong[0] + 1}: ${shown(cells[wrong[0]] ?? '')}`
}

export function parseEntrance(line: string, kind: 'entrances' | 'buildings'): ReadRow<Entrance> {
  const cells = cellsOf(line, kind)
  if (typeof cells === 'string') return { fault: cells }
  return kind === 'entrances' ? readDoor(cells) : readBuilding(cells)
}

function readDoor(cells: readonly string[]): ReadRow<Entrance> {
  const [, number, , province, district, town, code, road, underground, main, sub, name, , , , , x, y] = cells
  const position = toPosition(x, y)
  return entranceOf({ province, district, town, code, road, underground, main, sub, name, position, number })
}

/** Order of an entrance without a number: after all numbered ones of its address. */
const LAST = 2_147_483_647

function readBuilding(cells: readonly string[]): ReadRow<Entrance> {
  const [, province, district, town, code, road, underground, main, sub, , , name] = cells
  const [middleX, middleY, x, y] = cells.slice(23, 27)
  const position = toPosition(x, y) ?? toPosition(middleX, middleY)
  return entranceOf({ province, district, town, code, road, underground, main, sub, name, position, number: undefined })
}

type Cells = Readonly<
  Record<
    'province' | 'district' | 'town' | 'code' | 'road' | 'underground' | 'main' | 'sub' | 'name' | 'number',
    string | undefined
  > & { position: Position | 'abroad' | null }
>

const NAME_LIMIT = 100

function entranceOf(cells: Cells): ReadRow<Entrance> {
  const { position } = cells
  const number = numberOf(cells)
  const name = text(cells.road)
  const district = districtOf(cells.province, cells.district)
  const town = text(cells.town)
  if (number === null) return { fault: `no number of a building: ${shown(`${cells.main}-${cells.sub}`)}` }
  if (name === '' || district === '' || town === '') return { fault: 'no name of a road, a district or a 읍면동' }
  if (position === 'abroad') return { fault: 'no position in Korea' }
  if (position === null) return { isUnplaced: true }
  const street = { name, district, town, code: Number(cells.code) }
  const order = Math.min(wholeNumber(cells.number, 10) ?? LAST, LAST)
  return { row: { ...position, ...number, street, number: order, name: text(cells.name) || null } }
}

export function parseLot(line: string): ReadRow<Lot> {
  const cells = cellsOf(line, 'lots')
  if (typeof cells === 'string') return { fault: cells }
  const [, province, district, town, village, mountain, main, sub, code] = cells
  const lot = numberOf({ main, sub, underground: '0' })
  const building = numberOf({ underground: cells[9], main: cells[10], sub: cells[11] })
  const names = [text(town), text(village)].filter((name) => name !== '')
  const within = districtOf(province, district)
  if (lot === null) return { fault: `no number of a lot: ${shown(`${main}-${sub}`)}` }
  if (building === null) return { fault: `no number of a building: ${shown(`${cells[10]}-${cells[11]}`)}` }
  if (names.length === 0 || within === '') return { fault: 'no name of a district or a 읍면동' }
  return {
    row: {
      town: { name: names.at(-1) ?? '', district: within, town: names.join(' ') },
      isMountain: mountain?.trim() === '1',
      main: lot.main,
      sub: lot.sub,
      code: Number(code),
      building,
    },
  }
}

function numberOf(cells: Partial<Record<'main' | 'sub' | 'underground', string | undefined>>): Number | null {
  const [main, sub] = [wholeNumber(cells.main, 5), wholeNumber(cells.sub?.trim() || '0', 5)]
  return main === null || sub === null ? null : { main, sub, isUnderground: cells.underground?.trim() === '1' }
}

function wholeNumber(cell: string | undefined, digits: number): number | null {
  const typed = cell?.trim() ?? ''
  return /^\d+$/.test(typed) && typed.length <= digits ? Number(typed) : null
}

function text(cell: string | undefined): string {
  return cutCharacters(cleanLine(cell ?? ''), NAME_LIMIT)
}

/** 세종특별자치시 has no 시군구. */
function districtOf(province: string | undefined, district: string | undefined): string {
  return [text(province), text(district)].filter((name) => name !== '').join(' ')
}

const SHOWN = 40

function shown(cell: string): string {
  return cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell
}

/** EPSG:5179 (GRS80, UTM-K), whose datum equals WGS84 within centimetres. */
const GRID = proj4(
  '+proj=tmerc +lat_0=38 +lon_0=127.5 +k=0.9996 +x_0=1000000 +y_0=2000000 +ellps=GRS80 +units=m +no_defs',
)

/** Latitude and longitude of a position on the grid; null without one, 'abroad' outside Korea. */
function toPosition(x = '', y = ''): Position | 'abroad' | null {
  if (x.trim() === '' || y.trim() === '') return null
  const [east, north] = [Number(x), Number(y)]
  if (!Number.isFinite(east) || !Number.isFinite(north)) return 'abroad'
  const [lng, lat] = GRID.inverse([east, north]) as [number, number]
  return isInKorea({ lat, lng }) ? { lat, lng } : 'abroad'
}

/** A position on the grid of the files, to make files for tests. */
export function toGrid({ lat, lng }: Position): [x: number, y: number] {
  return GRID.forward([lng, lat]) as [number, number]
}

const MOST_KEYS = 5
const SHORTEST_KEY = 2

/**
 * Keys under which a building's name is indexed: the whole name, its later words, and its part behind the name of the area:
 * '강남파이낸스센터' and '파이낸스센터'.
 */
export function nameKeys(name: string, { district, town }: Pick<Street, 'district' | 'town'>): string[] {
  const words = name.split(' ').slice(0, MOST_KEYS)
  const whole = normalForm(name)
  const areas = [...district.split(' '), town].map((area) => area.replace(/(?:\d*가|[시군구읍면동])$/, ''))
  const behind = areas
    .filter((area) => area.length > 1 && whole.startsWith(area))
    .map((area) => whole.slice(area.length))
  const keys = [whole, ...words.map((_, index) => normalForm(words.slice(index).join(' '))), ...behind]
  return [...new Set(keys)].filter((key) => key.length >= SHORTEST_KEY && /[a-z가-힣]/.test(key)).slice(0, MOST_KEYS)
}

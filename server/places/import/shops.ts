import { cleanLine, cutCharacters } from '#rules/text.ts'
import { areaPart, searchedArea } from '../address.ts'
import type { NewPlace } from './write-rows.ts'

/** The columns that are read of 상가(상권)정보 of 소상공인시장진흥공단, which has one line per shop of the country. */
const columnNames = {
  key: '상가업소번호',
  name: '상호명',
  branch: '지점명',
  group: '상권업종대분류명',
  category: '상권업종소분류명',
  province: '시도명',
  district: '시군구명',
  dong: '법정동명',
  address: '지번주소',
  roadAddress: '도로명주소',
  lng: '경도',
  lat: '위도',
} as const

export type Columns = Readonly<Record<keyof typeof columnNames, number>> & Readonly<{ count: number }>

const FOOD = '음식'

/** The country with its islands and a margin; a shop elsewhere has swapped or missing coordinates. */
const KOREA = { south: 32, north: 39.5, west: 124, east: 132.5 } as const

const NAME_LIMIT = 100
const ADDRESS_LIMIT = 200

export type ReadShop = { place: NewPlace } | { passedOver: true } | { fault: string }

/** Null if the line is not the header of this table. */
export function readColumns(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  const entries = Object.entries(columnNames).map(([column, name]) => [column, names.indexOf(name)] as const)
  if (entries.some(([, index]) => index === -1)) return null
  return { ...(Object.fromEntries(entries) as Record<keyof typeof columnNames, number>), count: names.length }
}

/** Shops without food are skipped unless `all` is set. */
export function readShop(cells: readonly string[] | null, columns: Columns, all: boolean): ReadShop {
  if (!cells) return { fault: 'a quotation mark is not closed or stands in the wrong place' }
  if (cells.length !== columns.count) return { fault: `${cells.length} columns instead of ${columns.count}` }
  const cell = (column: keyof typeof columnNames) => cells[columns[column]] ?? ''
  if (!all && cell('group').trim() !== FOOD) return { passedOver: true }
  if (cells.some((text) => text.includes('\uFFFD'))) return { fault: 'characters that cannot be read' }

  const key = cell('key').trim()
  const name = cutCharacters(cleanLine(cell('name')), NAME_LIMIT)
  const position = { lat: Number(cell('lat') || Number.NaN), lng: Number(cell('lng') || Number.NaN) }
  if (key === '') return { fault: 'no number (상가업소번호)' }
  if (name === '') return { fault: 'no name (상호명)' }
  if (!isInKorea(position)) return { fault: `no position in Korea: ${cell('lat')}, ${cell('lng')}` }
  const area = areaPart([cell('province'), ...cell('district').split(' '), cell('dong')])
  return {
    place: {
      key,
      name,
      branch: optional(cell('branch'), NAME_LIMIT),
      tags: null,
      category: optional(cell('category'), NAME_LIMIT),
      roadAddress: optional(cell('roadAddress'), ADDRESS_LIMIT),
      address: optional(cell('address'), ADDRESS_LIMIT),
      area: searchedArea(area),
      ...position,
    },
  }
}

/** Around the country; false if the position is not a number. */
export function isInKorea({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= KOREA.south && lat <= KOREA.north && lng >= KOREA.west && lng <= KOREA.east
}

function optional(text: string, limit: number): string | null {
  return cutCharacters(cleanLine(text), limit) || null
}

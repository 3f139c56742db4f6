import { stat } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { areaSearchText, leadingAreaWords } from '../address.ts'
import { type FileBlock, readBlocks, readFileStart, TOO_LONG_FAULT } from './read-blocks.ts'
import {
  beginOrResumeRun,
  emptySource,
  fingerprintOf,
  type ImportOptions,
  type ImportReporter,
  type ImportRun,
  saveRun,
} from './sources.ts'
import { type NewPlace, writePlaces } from './write-rows.ts'

const SAMPLE_BYTES = 256 * 1024

type Table = Readonly<{ decode: Decode; delimiter: string; columns: Columns }>

const UNKNOWN =
  'The first line does not name the columns of 상가(상권)정보 (상가업소번호, 상호명, …), and no line has those of 위치정보요약DB or 내비게이션용DB.'

type ShopsRun = ImportRun & Readonly<{ wasDone: boolean }>

/**
 * Imports a table of shops. Each transaction stores its position in the file, where an interrupted import continues. `fresh`
 * empties the source first.
 * @throws {Error} if the file is no such table; then nothing has changed
 */
export async function importShops(
  db: Database,
  sourceId: number,
  path: string,
  { all, fresh }: Pick<ImportOptions, 'all' | 'fresh'>,
  report: ImportReporter,
): Promise<ShopsRun> {
  const table = await openTable(path)
  if (fresh) await db.transaction().execute((tx) => emptySource(tx, sourceId))
  const fingerprint = await fingerprintOf(path, all ? 'all shops' : 'restaurants')
  const before = await beginOrResumeRun(db, sourceId, fingerprint)
  if (before.finished) return { ...before, wasDone: true }

  const { size } = await stat(path)
  let run = before
  for await (const block of readBlocks(path, run.position)) {
    const read = readBlock(block, table, all, report)
    run = {
      position: block.end,
      imported: run.imported + read.places.length,
      passedOver: run.passedOver + read.passedOver,
      malformed: run.malformed + read.malformed,
      finished: block.end.bytes >= size,
    }
    await db.transaction().execute(async (tx) => {
      // A crash loses rows and position together, so the commit need not wait for the disk.
      await sql`set local synchronous_commit = off`.execute(tx)
      await writePlaces(tx, sourceId, read.places)
      await saveRun(tx, sourceId, fingerprint, run)
    })
    report.progress({ done: run.position.bytes, total: size, imported: run.imported })
  }
  return { ...run, wasDone: false }
}

async function openTable(path: string): Promise<Table> {
  const sample = await readFileStart(path, SAMPLE_BYTES)
  const decode = decoderOf(detectEncoding(sample))
  const end = sample.indexOf(0x0a)
  const head = decode(end === -1 ? sample : sample.subarray(0, end))
  // Editions up to 2020 have vertical bars.
  const delimiter = head.includes(',') ? ',' : '|'
  const columns = readColumns(parseLines(head, 1, delimiter)[0]?.cells ?? [])
  if (!columns) throw new Error(UNKNOWN)
  return { decode, delimiter, columns }
}

function readBlock(block: FileBlock, { decode, delimiter, columns }: Table, all: boolean, report: ImportReporter) {
  const places: NewPlace[] = []
  let passedOver = 0
  let malformed = 0
  if (block.isTooLong) {
    malformed++
    report.malformed(block.firstLine, TOO_LONG_FAULT)
  }
  for (const { number, cells } of parseLines(decode(block.bytes), block.firstLine, delimiter)) {
    if (number === 1) continue
    const shop = readShop(cells, columns, all)
    if ('place' in shop) places.push(shop.place)
    else if ('passedOver' in shop) passedOver++
    else {
      malformed++
      report.malformed(number, shop.fault)
    }
  }
  return { places, passedOver, malformed }
}

type Encoding = 'utf-8' | 'cp949'

type Decode = (bytes: Buffer) => string

/** Detects UTF-8 or CP949: Korean text in CP949 is never valid UTF-8. The sample may end within a character. */
export function detectEncoding(sample: Buffer): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'cp949'
  }
}

export function decoderOf(encoding: Encoding): Decode {
  // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
  if (encoding === 'cp949') return (bytes) => iconv.decode(bytes, 'cp949')
  const decoder = new TextDecoder('utf-8')
  return (bytes) => decoder.decode(bytes)
}

type Line = Readonly<{ number: number; cells: readonly string[] | null }>

/** Reads each line on its own, so that an open quotation mark spoils only its line. Skips empty lines. */
export function parseLines(text: string, firstLine: number, delimiter: string): Line[] {
  const lines = text.split('\n').map((line, index) => ({ number: firstLine + index, line: line.replace(/\r$/, '') }))
  const filled = lines.filter(({ line }) => line !== '')
  const whole = filled.filter(({ line }) => !hasOpenQuote(line))
  const together = tryParse(whole.map(({ line }) => line).join('\n'), delimiter)
  if (together?.length === whole.length && whole.length === filled.length) {
    return filled.map(({ number }, index) => ({ number, cells: together[index] ?? null }))
  }
  return filled.map(({ number, line }) => {
    const alone = hasOpenQuote(line) ? null : tryParse(line, delimiter)
    return { number, cells: alone?.length === 1 ? (alone[0] ?? null) : null }
  })
}

function tryParse(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relaxColumnCount: true })
  } catch {
    return null
  }
}

function hasOpenQuote(line: string): boolean {
  let isOpen = false
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOpen = !isOpen
  return isOpen
}

/** Columns read from 상가(상권)정보 of 소상공인시장진흥공단, which has a line per shop of the country. */
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

type Columns = Readonly<Record<keyof typeof columnNames, number>> & Readonly<{ count: number }>

const FOOD = '음식'

/** Korea with its islands and a margin; other positions are swapped or missing. */
const KOREA = { south: 32, north: 39.5, west: 124, east: 132.5 } as const

const NAME_LIMIT = 100
const ADDRESS_LIMIT = 200

type ReadShop = { place: NewPlace } | { passedOver: true } | { fault: string }

function readColumns(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  const entries = Object.entries(columnNames).map(([column, name]) => [column, names.indexOf(name)] as const)
  if (entries.some(([, index]) => index === -1)) return null
  return { ...(Object.fromEntries(entries) as Record<keyof typeof columnNames, number>), count: names.length }
}

function readShop(cells: readonly string[] | null, columns: Columns, all: boolean): ReadShop {
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
  const area = leadingAreaWords([cell('province'), ...cell('district').split(' '), cell('dong')])
  return {
    place: {
      key,
      name,
      branch: optional(cell('branch'), NAME_LIMIT),
      tags: null,
      category: optional(cell('category'), NAME_LIMIT),
      roadAddress: optional(cell('roadAddress'), ADDRESS_LIMIT),
      address: optional(cell('address'), ADDRESS_LIMIT),
      area: areaSearchText(area),
      ...position,
    },
  }
}

/** Whether a position is in or around Korea; false without numbers. */
export function isInKorea({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= KOREA.south && lat <= KOREA.north && lng >= KOREA.west && lng <= KOREA.east
}

function optional(text: string, limit: number): string | null {
  return cutCharacters(cleanLine(text), limit) || null
}

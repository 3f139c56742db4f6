import { parse } from 'csv-parse/sync'
import { parseLines } from '../../places/import/import-shops.ts'
import { type RawRow, RefusedFile, type Rows } from './rows.ts'

type Column = 'name' | 'address' | 'lat' | 'lng' | 'note' | 'comment' | 'link'

/** Names of columns as Google, Naver, Kakao, spreadsheets and our own files write them; in lower case without spaces. */
const columnNames: Readonly<Record<Column, readonly string[]>> = {
  name: '이름 상호 상호명 업소명 업체명 사업장명 가게 가게이름 가게명 식당 식당명 맛집 장소 장소명 지점명 제목 name title place store'.split(
    ' ',
  ),
  address:
    '주소 도로명주소 도로명전체주소 소재지 소재지주소 소재지도로명주소 소재지전체주소 지번주소 위치 address location streetaddress'.split(
      ' ',
    ),
  lat: '위도 lat latitude y y좌표'.split(' '),
  lng: '경도 lng lon long longitude x x좌표'.split(' '),
  note: '메모 비고 note notes memo description 설명'.split(' '),
  comment: '댓글 코멘트 의견 comment comments'.split(' '),
  link: 'url link 링크 주소링크 지도 홈페이지'.split(' '),
}

/** Limit of lines above the header, such as a description of the list. */
const MOST_BEFORE = 10

type Line = Readonly<{ number: number; cells: readonly string[] | null }>
type Columns = Partial<Record<Column, number>>

/** Parses a table of places with a header near its top, or without one if its first columns are name and address. @throws {RefusedFile} */
export function parseTable(text: string, rows: Rows): void {
  const whole = text.replace(/^\uFEFF/, '')
  if (whole.includes('\0')) throw new RefusedFile('unknown')
  const lines = linesOf(whole, delimiterOf(whole))
  const head = lines.slice(0, MOST_BEFORE).findIndex(({ cells }) => cells !== null && columnsOf(cells) !== null)
  const columns = (head === -1 ? null : columnsOf(lines[head]?.cells ?? [])) ?? { name: 0, address: 1 }
  // A text of one column without a header is no table.
  if (head === -1 && lines.every(({ cells }) => (cells?.length ?? 0) < 2)) throw new RefusedFile('unknown')
  for (const { number, cells } of lines.slice(head + 1)) {
    if (cells === null) rows.leaveOut(number, 'unreadable')
    else if (cells.some((cell) => cell.trim() !== '')) rows.add(rowOf(number, cells, columns))
  }
}

function rowOf(line: number, cells: readonly string[], columns: Columns): RawRow {
  const cell = (column: Column) => {
    const index = columns[column]
    return index === undefined ? '' : unguarded(cells[index] ?? '')
  }
  const note = [cell('note'), cell('comment')].filter((text) => text.trim() !== '').join('\n')
  return {
    line,
    name: cell('name'),
    address: cell('address'),
    lat: cell('lat'),
    lng: cell('lng'),
    note,
    link: cell('link'),
  }
}

/** A cell without the leading apostrophe that keeps spreadsheets from computing it (`guarded` in `saves/files/write-places.ts`). */
function unguarded(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell
}

function delimiterOf(text: string): string {
  const start = text.slice(0, 4096).split('\n').slice(0, MOST_BEFORE).join('\n')
  const counts = [',', '\t', ';'].map((sign) => ({ sign, count: start.split(sign).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

/** Records of the table; a quoted cell may span several lines. If a quotation mark is not closed, each line is parsed on its own, so that only one is lost. */
function linesOf(text: string, delimiter: string): Line[] {
  try {
    const recordDelimiter = ['\r\n', '\n', '\r']
    const options = { delimiter, recordDelimiter, relaxColumnCount: true, skipEmptyLines: true, info: true } as const
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
    // `info.lines` is the line where a record ends.
    return records.map(({ record, info }) => ({ number: firstLineOf(record, info.lines), cells: record }))
  } catch {
    return parseLines(text, 1, delimiter)
  }
}

function firstLineOf(cells: readonly string[], last: number): number {
  return last - cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
}

function columnsOf(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[\s_()]/g, ''))
  const columns: Columns = {}
  for (const [column, known] of Object.entries(columnNames) as [Column, readonly string[]][]) {
    // The first of the known names that the table has.
    const index = known.map((name) => names.indexOf(name)).find((at) => at !== -1)
    if (index !== undefined) columns[column] = index
  }
  return columns.name === undefined || Object.keys(columns).length < 2 ? null : columns
}

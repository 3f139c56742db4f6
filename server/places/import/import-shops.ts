import { stat } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { type Block, readBlocks, readStart } from './read-blocks.ts'
import { type Columns, readColumns, readShop } from './shops.ts'
import { findRun, fingerprintOf, keepRun, type Report, type Run } from './sources.ts'
import { type NewPlace, writePlaces } from './write-rows.ts'

const SAMPLE_BYTES = 256 * 1024

type Table = Readonly<{ decode: Decode; delimiter: string; columns: Columns }>

type ShopsRun = Run & Readonly<{ wasDone: boolean }>

/** Each block's transaction stores the position after it, so an interrupted import continues there. @throws {Error} */
export async function importShops(
  db: Database,
  sourceId: number,
  path: string,
  { all }: { all: boolean },
  report: Report,
): Promise<ShopsRun> {
  const table = await openTable(path)
  const fingerprint = await fingerprintOf(path, all ? 'all shops' : 'restaurants')
  const before = await findRun(db, sourceId, fingerprint)
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
      // Rows and position are lost or kept together, so the commit need not wait for the disk.
      await sql`set local synchronous_commit = off`.execute(tx)
      await writePlaces(tx, sourceId, read.places)
      await keepRun(tx, sourceId, fingerprint, run)
    })
    report.progress({ done: run.position.bytes, total: size, imported: run.imported })
  }
  return { ...run, wasDone: false }
}

async function openTable(path: string): Promise<Table> {
  const sample = await readStart(path, SAMPLE_BYTES)
  const decode = decoderOf(detectEncoding(sample))
  const end = sample.indexOf(0x0a)
  const head = decode(end === -1 ? sample : sample.subarray(0, end))
  // Editions up to 2020 have vertical bars.
  const delimiter = head.includes(',') ? ',' : '|'
  const columns = readColumns(parseLines(head, 1, delimiter)[0]?.cells ?? [])
  if (!columns) throw new Error('The first line does not name the columns of 상가(상권)정보 (상가업소번호, 상호명, …).')
  return { decode, delimiter, columns }
}

function readBlock(block: Block, { decode, delimiter, columns }: Table, all: boolean, report: Report) {
  const places: NewPlace[] = []
  let passedOver = 0
  let malformed = 0
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

/** UTF-8 or CP949: Korean text in CP949 is never valid UTF-8. The sample may end in the middle of a character. */
export function detectEncoding(sample: Buffer): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'cp949'
  }
}

/** Replaces unreadable bytes by U+FFFD. */
export function decoderOf(encoding: Encoding): Decode {
  // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
  if (encoding === 'cp949') return (bytes) => iconv.decode(bytes, 'cp949')
  const decoder = new TextDecoder('utf-8')
  return (bytes) => decoder.decode(bytes)
}

/** `cells` is null if the line is unreadable. */
type Line = Readonly<{ number: number; cells: readonly string[] | null }>

/** Each line is read on its own, so that an open quotation mark spoils only its line. Empty lines are skipped. */
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

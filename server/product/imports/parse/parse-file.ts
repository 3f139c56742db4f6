import iconv from 'iconv-lite'
import { parseTable } from './csv.ts'
import { parseGeojson } from './geojson.ts'
import { type ParsedFile, RefusedFile, Rows } from './rows.ts'
import { isZip, unzip } from './unzip.ts'
import { parseXml } from './xml.ts'

/** Parses a file of places; detects its format from its contents. @throws {RefusedFile} */
export function parseFile(bytes: Uint8Array): ParsedFile {
  const rows = new Rows()
  if (isZip(bytes)) parseArchive(bytes, rows)
  else parseOne(bytes, rows)
  if (rows.rows.length + rows.bad.length === 0) throw new RefusedFile('empty')
  return { rows: rows.rows, bad: rows.bad }
}

/** Parses the files of an archive and skips those without places: Google's archives have other files, too. */
function parseArchive(bytes: Uint8Array, rows: Rows): void {
  let failure: RefusedFile | null = null
  let read = 0
  for (const file of unzip(bytes)) {
    rows.begin(file.name)
    try {
      parseOne(file.bytes, rows)
      read++
    } catch (error) {
      if (!(error instanceof RefusedFile) || error.failure === 'tooMany' || error.failure === 'unsafe') throw error
      failure = error
    }
  }
  if (read === 0) throw failure ?? new RefusedFile('unknown')
}

function parseOne(bytes: Uint8Array, rows: Rows): void {
  const text = decodeText(bytes)
  const start = /[^\s\uFEFF]/.exec(text)?.[0]
  if (start === undefined) throw new RefusedFile('empty')
  if (start === '<') parseXml(text, rows)
  else if (start === '{' || start === '[') parseGeojson(text, rows)
  else parseTable(text, rows)
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or CP949, the encoding of older Korean programs. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
    return iconv.decode(Buffer.from(bytes), 'cp949')
  }
}

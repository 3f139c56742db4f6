/** The own name is as long as the one that it replaces, so that no table changes its size. */
const NAMES = { old: 'Pretendard', own: 'MatnanumUI' }

/** Names that people or programs see: family, unique id, full name, PostScript name. */
const SHOWN_NAMES = new Set([1, 3, 4, 6, 16, 21])

/**
 * Gives a font its own name in its `name` table; the copyright notice stays as it is.
 * https://learn.microsoft.com/typography/opentype/spec/name
 *
 * @param font an OpenType font, not compressed; it is not changed
 * @throws when it has no such table
 */
export function renameFont(font: Buffer): Buffer {
  const renamed = Buffer.from(font)
  const shown = namesOf(renamed).filter(({ id }) => SHOWN_NAMES.has(id))
  for (const { bytes } of shown) {
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const old = encode(NAMES.old, encoding)
      for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old)) encode(NAMES.own, encoding).copy(bytes, at)
    }
  }
  return renamed
}

/** Every string of the `name` table: what kind of name it is, and a view of its bytes. */
export function namesOf(font: Buffer): { id: number; bytes: Buffer }[] {
  const table = findTable(font, 'name')
  const strings = table + font.readUInt16BE(table + 4)
  return Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => {
    const record = table + 6 + 12 * index
    const start = strings + font.readUInt16BE(record + 10)
    return { id: font.readUInt16BE(record + 6), bytes: font.subarray(start, start + font.readUInt16BE(record + 8)) }
  })
}

/**
 * The characters of an uncompressed OpenType font that has them in ranges (a `cmap` subtable of format 4).
 * https://learn.microsoft.com/typography/opentype/spec/cmap
 */
export function charactersOf(font: Buffer): Set<string> {
  const cmap = findTable(font, 'cmap')
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => {
    return cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4)
  })
  const table = subtables.find((at) => font.readUInt16BE(at) === 4)
  if (table === undefined) throw new Error('The font has no ranges of characters.')
  const endsLength = font.readUInt16BE(table + 6)
  const characters = new Set<string>()
  for (let at = table + 14; at < table + 14 + endsLength; at += 2) {
    const end = font.readUInt16BE(at)
    for (let code = font.readUInt16BE(at + endsLength + 2); code <= end; code++)
      characters.add(String.fromCharCode(code))
  }
  return characters
}

function findTable(font: Buffer, tag: string): number {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const entry = entries.find((at) => font.toString('latin1', at, at + 4) === tag)
  if (entry === undefined) throw new Error(`The font has no table '${tag}'.`)
  return font.readUInt32BE(entry + 8)
}

/** Fonts have UTF-16 with the high byte first. */
function encode(text: string, encoding: 'latin1' | 'utf16le'): Buffer {
  const bytes = Buffer.from(text, encoding)
  return encoding === 'utf16le' ? bytes.swap16() : bytes
}

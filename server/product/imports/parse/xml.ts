import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { importLimits } from '#rules/place-imports.ts'
import { addFeatures } from './geojson.ts'
import { RefusedFile, type Rows } from './rows.ts'

/** Parses the places of KML or GPX. @throws {RefusedFile} */
export function parseXml(given: string, rows: Rows): void {
  const text = given.replace(/^\uFEFF/, '').trimStart()
  const root = requireSafe(text)
  const read = root === 'kml' ? kml : root === 'gpx' ? gpx : null
  if (!read) throw new RefusedFile('unknown')
  addFeatures(read(documentOf(text)).features, rows)
}

function documentOf(text: string) {
  // Only fatal errors refuse the file: some programs write undeclared prefixes.
  const parser = new DOMParser({
    onError: (level) => {
      if (level === 'fatalError') throw new RefusedFile('damaged')
    },
  })
  try {
    return parser.parseFromString(text, 'text/xml')
  } catch {
    throw new RefusedFile('damaged')
  }
}

const MARKUP = /<!--|<!\[CDATA\[|<[?!/]?/g

/** The end of a comment, a CDATA section or an instruction, by its start; any characters may stand between. */
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** `>` ends a tag, but not within the quoted value that a quotation mark begins. */
const SIGN = /["'>]/g

/** Index of the `>` that ends the tag begun before `start`; -1 if none does. */
function endOfElement(text: string, start: number): number {
  SIGN.lastIndex = start
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    if (found[0] === '>') return found.index
    const close = text.indexOf(found[0], SIGN.lastIndex)
    if (close === -1) return -1
    SIGN.lastIndex = close + 1
  }
  return -1
}

const NAME = /(?:[\w.-]+:)?([\w.-]+)/y

/**
 * Refuses a DTD, and with it all entities, and too many or too deeply nested elements, in linear time.
 * @returns the name of the root element without its prefix
 * @throws {RefusedFile}
 */
function requireSafe(text: string): string {
  let depth = 0
  let elements = 0
  let root = ''
  MARKUP.lastIndex = 0
  for (let found = MARKUP.exec(text); found; found = MARKUP.exec(text)) {
    const [mark] = found
    const start = MARKUP.lastIndex
    if (mark === '<!') throw new RefusedFile('unsafe')
    const close = ENDS[mark]
    const end = close === undefined ? endOfElement(text, start) : text.indexOf(close, start)
    if (end === -1) throw new RefusedFile('damaged')
    if (mark === '</') depth--
    if (mark === '<') {
      NAME.lastIndex = start
      if (root === '') root = NAME.exec(text)?.[1]?.toLowerCase() ?? '?'
      elements++
      if (text[end - 1] !== '/') depth++
    }
    if (depth > importLimits.depth || elements > importLimits.elements) throw new RefusedFile('unsafe')
    MARKUP.lastIndex = end + (close?.length ?? 1)
  }
  return root
}

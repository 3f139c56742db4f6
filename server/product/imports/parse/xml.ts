import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { importLimits } from '#rules/place-imports.ts'
import { addFeatures } from './geojson.ts'
import { RefusedFile, type Rows } from './rows.ts'

/** Reads the places of KML or GPX. @throws {RefusedFile} */
export function parseXml(given: string, rows: Rows): void {
  const text = given.replace(/^\uFEFF/, '').trimStart()
  const root = requireSafe(text)
  const read = root === 'kml' ? kml : root === 'gpx' ? gpx : null
  if (!read) throw new RefusedFile('unknown')
  addFeatures(read(documentOf(text)).features, rows)
}

function documentOf(text: string) {
  // Tolerant of everything but what is no XML at all: other programs write undeclared prefixes.
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

/** Ends of comments, CDATA and instructions, which may contain any characters. */
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** Ends an element, or begins a quoted value, in which `>` does not. */
const SIGN = /["'>]/g

/** The index of the `>` that ends the element begun before `start`; -1 if none does. */
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
 * Refuses a DTD, and with it all entities, and elements that are too many or nested too deeply; in time that grows with
 * the text alone. @returns the name of the root without its prefix @throws {RefusedFile}
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

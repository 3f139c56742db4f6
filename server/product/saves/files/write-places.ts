import { withoutControlCharacters } from '#rules/text.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'

/** A saved place as it is written into files. */
export type FilePlace = Readonly<{
  name: string
  address: string | null
  lat: number | null
  lng: number | null
  note: string
  category: string | null
  /** URL of its page. */
  link: string
  savedAt: Date | null
}>

type Format = Readonly<{ type: string; write: (title: string, places: readonly FilePlace[]) => string }>

/** Formats that maps and spreadsheets read; `server/product/imports/parse/` reads all of them again. */
export const placeFormats = {
  csv: { type: 'text/csv; charset=utf-8', write: (_, places) => writeCsv(places) },
  geojson: { type: 'application/geo+json', write: (_, places) => writeGeojson(places) },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: writeKml },
  gpx: { type: 'application/gpx+xml', write: writeGpx },
} as const satisfies Record<string, Format>

export type PlaceFormat = keyof typeof placeFormats

/** Byte order mark: without it, Excel would take UTF-8 for CP949. */
const BOM = '\uFEFF'

const COLUMNS = ['이름', '주소', '위도', '경도', '메모', '분류', 'URL', '저장한 때']

function writeCsv(places: readonly FilePlace[]): string {
  const rows = places.map(({ name, address, lat, lng, note, category, link, savedAt }) => {
    const texts = [name, address ?? '', lat, lng, note, category ?? '', link, savedAt?.toISOString() ?? '']
    return texts.map((text) => (typeof text === 'string' ? guarded(text) : String(text ?? '')))
  })
  const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())
  return `${BOM}${lines.join('\r\n')}\r\n`
}

/** Puts an apostrophe before a text that a spreadsheet would compute; the import removes it. */
function guarded(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}

function writeGeojson(places: readonly FilePlace[]): string {
  const features = places.map(({ name, address, lat, lng, note, category, link, savedAt }) => ({
    type: 'Feature',
    geometry: lat === null || lng === null ? null : { type: 'Point', coordinates: [lng, lat] },
    properties: { name, address, note, category, url: link, saved_at: savedAt },
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'

function writeKml(title: string, places: readonly FilePlace[]): string {
  const marks = places.map(({ name, address, lat, lng, note, link }) => {
    const parts = [
      element('name', name),
      address && element('address', address),
      note && element('description', note),
      `<ExtendedData><Data name="url">${element('value', link)}</Data></ExtendedData>`,
      lat !== null && lng !== null && `<Point><coordinates>${lng},${lat}</coordinates></Point>`,
    ]
    return `<Placemark>${parts.filter(Boolean).join('')}</Placemark>`
  })
  const body = [element('name', title), ...marks].join('\n')
  return `${XML}\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${body}\n</Document></kml>\n`
}

/** GPX has only places with a position. */
function writeGpx(title: string, places: readonly FilePlace[]): string {
  const points = places.flatMap(({ name, address, lat, lng, note, link }) => {
    if (lat === null || lng === null) return []
    const parts = [
      element('name', name),
      address && element('cmt', address),
      note && element('desc', note),
      `<link href="${xml(link)}"/>`,
    ]
    return [`<wpt lat="${lat}" lon="${lng}">${parts.filter(Boolean).join('')}</wpt>`]
  })
  const head = `<metadata>${element('name', title)}</metadata>`
  const root = '<gpx version="1.1" creator="matnanum" xmlns="http://www.topografix.com/GPX/1/1">'
  return `${XML}\n${root}\n${[head, ...points].join('\n')}\n</gpx>\n`
}

function element(name: string, text: string): string {
  return `<${name}>${xml(text)}</${name}>`
}

/** Escapes a text, without characters that XML cannot express. */
function xml(text: string): string {
  return escapeHtml(withoutControlCharacters(text))
}

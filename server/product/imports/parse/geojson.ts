import { importLimits } from '#rules/place-imports.ts'
import { RefusedFile, type Rows } from './rows.ts'

/** Parses the places of GeoJSON, also of Google's 'Saved Places.json'. @throws {RefusedFile} */
export function parseGeojson(text: string, rows: Rows): void {
  requireShallow(text)
  const whole = parseJson(text.replace(/^\uFEFF/, ''))
  const features = asList(whole, 'features') ?? (asRecord(whole)?.type === 'Feature' ? [whole] : null)
  if (!features) throw new RefusedFile('unknown')
  addFeatures(features, rows)
}

/** Adds the points among GeoJSON features to `rows`; knows the property names of several programs. */
export function addFeatures(features: readonly unknown[], rows: Rows): void {
  let line = 0
  for (const feature of features.map(asRecord)) {
    const geometry = asRecord(feature?.geometry)
    // Lines and areas are no places.
    if (geometry && geometry.type !== 'Point' && geometry.type !== 'GeometryCollection') continue
    line++
    if (!feature) {
      rows.leaveOut(line, 'unreadable')
      continue
    }
    const properties = asRecord(feature.properties) ?? {}
    const [lng, lat] = pointOf(geometry) ?? []
    // Google's former and present export format.
    const location = asRecord(properties.location) ?? asRecord(properties.Location) ?? {}
    const exact = asRecord(location['Geo Coordinates']) ?? {}
    const first = (...names: string[]) => names.map((name) => properties[name]).find(isText)
    rows.add({
      line,
      name: [location.name, location['Business Name'], first('name', 'Name', 'title', 'Title', '이름', '상호명')].find(
        isText,
      ),
      address: [location.address, location.Address, first('address', 'Address', '주소', 'cmt')].find(isText),
      lat: exact.Latitude ?? lat,
      lng: exact.Longitude ?? lng,
      note: first('note', 'Note', 'Comment', 'comment', 'desc', '메모') ?? descriptionOf(properties.description),
      link: first('url', 'URL', 'google_maps_url', 'Google Maps URL', 'link') ?? hrefOf(properties.links),
    })
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function asList(value: unknown, name: string): unknown[] | null {
  const list = asRecord(value)?.[name]
  return Array.isArray(list) ? list : null
}

/** Coordinates of a point, or of the first one of a collection. */
function pointOf(geometry: Record<string, unknown> | null): unknown[] | null {
  if (!geometry) return null
  const points = asList(geometry, 'geometries') ?? [geometry]
  const point = points.map(asRecord).find((one) => one?.type === 'Point')
  return asList(point, 'coordinates')
}

/** A description as plain text; one of HTML is an object, and loses its tags. */
function descriptionOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const html = asRecord(value)?.value
  if (typeof html !== 'string') return undefined
  return html.replace(/<br\s*\/?>/gi, '\n').replace(/<[^<>]*>/g, '')
}

function hrefOf(links: unknown): unknown {
  return Array.isArray(links) ? asRecord(links[0])?.href : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RefusedFile('damaged')
  }
}

/** @throws {RefusedFile} for values nested too deeply, which would take much memory */
function requireShallow(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isInString) {
      if (sign === '\\') at++
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > importLimits.depth) throw new RefusedFile('unsafe')
  }
}

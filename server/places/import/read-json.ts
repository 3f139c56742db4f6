import { readFile, stat } from 'node:fs/promises'
import type { Topology } from 'topojson-specification'
import * as v from 'valibot'

/** A JSON file is read as a whole; larger data should be a table. */
const MAX_BYTES = 128 * 1024 * 1024

/** A row that is not a list is unreadable like any other. */
const rows = v.array(v.unknown())
const attribution = v.optional(v.string())

const gazetteer = v.object({
  attribution,
  fields: v.pipe(v.array(v.string()), v.check(startsWith('level', 'address', 'lat', 'lng', 'code'))),
  rows,
})
const places = v.object({
  attribution,
  fields: v.pipe(v.array(v.string()), v.check(startsWith('name', 'category', 'address', 'lat', 'lng'))),
  rows,
})
const boundaries = v.object({ attribution, type: v.literal('Topology'), objects: v.record(v.string(), v.unknown()) })

type Rows = { attribution?: string | undefined; rows: unknown[] }

export type JsonFile =
  | ({ kind: 'gazetteer' } & Rows)
  | ({ kind: 'places' } & Rows)
  | { kind: 'boundaries'; attribution?: string | undefined; topology: Topology }

/** @throws {Error} when the file is too large or of another kind */
export async function readJson(path: string): Promise<JsonFile> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`The file has ${size} bytes, but JSON is read whole: ${MAX_BYTES} at most.`)
  return parsePlaces(await readFile(path, 'utf8'))
}

/** A gazetteer or places (both {fields, rows}), or boundaries (TopoJSON). @throws {Error} for any other text */
export function parsePlaces(text: string): JsonFile {
  const content: unknown = JSON.parse(text)
  const asGazetteer = v.safeParse(gazetteer, content)
  if (asGazetteer.success) return { kind: 'gazetteer', ...asGazetteer.output }
  const asPlaces = v.safeParse(places, content)
  if (asPlaces.success) return { kind: 'places', ...asPlaces.output }
  const asBoundaries = v.safeParse(boundaries, content)
  if (asBoundaries.success) {
    return { kind: 'boundaries', attribution: asBoundaries.output.attribution, topology: content as Topology }
  }
  throw new Error('The file is neither a gazetteer, nor places, nor TopoJSON boundaries.')
}

/** Fields may have a remark: 'level(1시도,2시군구)'. */
function startsWith(...names: string[]) {
  return (fields: string[]) => names.every((name, index) => fields[index]?.startsWith(name))
}

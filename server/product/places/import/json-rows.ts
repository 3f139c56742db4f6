import { readFile, stat } from 'node:fs/promises'
import type { Topology } from 'topojson-specification'
import * as v from 'valibot'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { addressWords, areaSearchText, leadingAreaWords } from '../address.ts'
import { isInKorea } from './import-shops.ts'
import type { NewArea, NewPlace } from './write-rows.ts'

type OnFault = (index: number, reason: string) => void

const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cutCharacters(cleanLine(text), limit)),
  )

const placeRow = v.pipe(
  v.looseTuple([v.pipe(line(100), v.nonEmpty()), line(100), line(200), v.number(), v.number()]),
  v.transform(([name, category, address, lat, lng, tags]) => ({
    name,
    category,
    address,
    lat,
    lng,
    tags: typeof tags === 'string' ? cutCharacters(cleanLine(tags), 100) : '',
  })),
)

type Shape = readonly (readonly [name: string, kind: string])[]

const PLACE: Shape = [
  ['name', 'a filled text'],
  ['category', 'a text'],
  ['address', 'a text'],
  ['lat', 'a number'],
  ['lng', 'a number'],
]

/** A road's name with a building number; any other address is one by lot. */
const ROAD = /(?:로|길)\s*(?:지하\s*)?\d/

/** Places of rows [name, category, address, lat, lng, …]. */
export function readPlaceRows(rows: readonly unknown[], onFault: OnFault): NewPlace[] {
  const read = readRows(placeRow, PLACE, rows, onFault)
  return read.map(({ name, category, address, tags, lat, lng }) => {
    const isRoad = ROAD.test(address)
    return {
      key: `${name}\n${address}`,
      name,
      branch: null,
      category: category || null,
      tags: tags || null,
      roadAddress: isRoad ? address : null,
      address: isRoad ? null : address || null,
      area: areaSearchText(leadingAreaWords(addressWords(address))),
      lat,
      lng,
    }
  })
}

const areaRow = v.pipe(
  v.tuple([
    v.picklist([1, 2, 3, 4]),
    v.pipe(v.string(), v.transform(cleanLine), v.nonEmpty()),
    v.number(),
    v.number(),
    v.string(),
  ]),
  v.transform(([level, address, lat, lng, code]) => ({ level, address, lat, lng, code })),
)

const AREA: Shape = [
  ['level', 'one of 1 to 4'],
  ['address', 'a filled text'],
  ['lat', 'a number'],
  ['lng', 'a number'],
  ['code', 'a text'],
]

/** Areas of rows [level, address, lat, lng, code]. */
export function readGazetteer(rows: readonly unknown[], onFault: OnFault): NewArea[] {
  const areas = new Map<string, NewArea>()
  const read = readRows(areaRow, AREA, rows, onFault)
  for (const { level, address, lat, lng, code } of read) {
    const key = `${level} ${address}`
    areas.set(key, { key, level, address, legalAddress: null, code: code || null, lat, lng, rings: [] })
  }
  return [...areas.values()]
}

type Located = { lat: number; lng: number }

function readRows<Row extends Located>(
  schema: v.GenericSchema<unknown, Row>,
  shape: Shape,
  rows: readonly unknown[],
  onFault: OnFault,
): Row[] {
  return rows.flatMap((cells, index) => {
    const read = v.safeParse(schema, cells)
    const fault = read.success ? positionFault(read.output) : shapeFault(cells, read.issues[0], shape)
    if (fault !== null) onFault(index, fault)
    return read.success && fault === null ? [read.output] : []
  })
}

const SHOWN = 60

function shapeFault(cells: unknown, { path }: v.BaseIssue<unknown>, shape: Shape): string {
  const index = Number(path?.[0]?.key)
  const [name, kind] = shape[index] ?? []
  if (!Array.isArray(cells) || name === undefined) return `not a list [${shape.map(([name]) => name).join(', ')}]`
  if (cells[index] === undefined) return `${name} is missing`
  const value = JSON.stringify(cells[index])
  return `${name} is not ${kind}: ${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}`
}

function positionFault({ lat, lng }: Located): string | null {
  return isInKorea({ lat, lng }) ? null : `no position in Korea: ${lat}, ${lng}`
}

const MAX_BYTES = 128 * 1024 * 1024

/** Rows are checked one by one, so that an unreadable one spoils only itself. */
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
export async function readJsonFile(path: string): Promise<JsonFile> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`The file has ${size} bytes, but JSON is read whole: ${MAX_BYTES} at most.`)
  return parseJsonFile(await readFile(path, 'utf8'))
}

/** A gazetteer or places (both {fields, rows}), or boundaries (TopoJSON). @throws {Error} for any other text */
export function parseJsonFile(text: string): JsonFile {
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

function startsWith(...names: string[]) {
  return (fields: string[]) => names.every((name, index) => fields[index]?.startsWith(name))
}

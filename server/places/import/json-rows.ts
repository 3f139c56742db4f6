import * as v from 'valibot'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { addressWords, areaPart, searchedArea } from '../address.ts'
import { isInKorea } from './shops.ts'
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

/** A road's name with a building number; any other address is one by lot. */
const ROAD = /(?:로|길)\s*(?:지하\s*)?\d/

/** [name, category, address, lat, lng, …] */
export function readPlaceRows(rows: readonly unknown[], onFault: OnFault): NewPlace[] {
  const read = readRows(placeRow, '[name, category, address, lat, lng]', rows, onFault)
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
      area: searchedArea(areaPart(addressWords(address))),
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

/** [level, address, lat, lng, code] */
export function readGazetteer(rows: readonly unknown[], onFault: OnFault): NewArea[] {
  const areas = new Map<string, NewArea>()
  const read = readRows(areaRow, '[level from 1 to 4, address, lat, lng, code]', rows, onFault)
  for (const { level, address, lat, lng, code } of read) {
    const key = `${level} ${address}`
    areas.set(key, { key, level, address, legalAddress: null, code: code || null, lat, lng, rings: [] })
  }
  return [...areas.values()]
}

type Located = { lat: number; lng: number }

function readRows<Row extends Located>(
  schema: v.GenericSchema<unknown, Row>,
  shape: string,
  rows: readonly unknown[],
  onFault: OnFault,
): Row[] {
  return rows.flatMap((cells, index) => {
    const read = v.safeParse(schema, cells)
    const fault = read.success ? positionFault(read.output) : `not ${shape}`
    if (fault !== null) onFault(index, fault)
    return read.success && fault === null ? [read.output] : []
  })
}

function positionFault({ lat, lng }: Located): string | null {
  return isInKorea({ lat, lng }) ? null : `no position in Korea: ${lat}, ${lng}`
}

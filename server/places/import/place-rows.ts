import * as v from 'valibot'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { addressWords, areaPart, searchedArea } from '../address.ts'
import { isInKorea } from './shops.ts'
import type { NewPlace } from './write-places.ts'

const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cutCharacters(cleanLine(text), limit)),
  )

const row = v.looseTuple([v.pipe(line(100), v.nonEmpty()), line(100), line(200), v.number(), v.number()])

/** A road's name with a building number; any other address is one by lot. */
const ROAD = /(?:로|길)\s*(?:지하\s*)?\d/

/**
 * Reads the rows [name, category, address, lat, lng, …] of a places file; `onFault` is called for each unreadable one.
 */
export function readPlaceRows(rows: readonly unknown[], onFault: (index: number, reason: string) => void): NewPlace[] {
  const places: NewPlace[] = []
  for (const [index, cells] of rows.entries()) {
    const read = v.safeParse(row, cells)
    if (!read.success) {
      onFault(index, 'not [name, category, address, lat, lng]')
      continue
    }
    const [name, category, address, lat, lng, sixth] = read.output
    const tags = typeof sixth === 'string' ? cutCharacters(cleanLine(sixth), 100) : ''
    if (!isInKorea({ lat, lng })) {
      onFault(index, `no position in Korea: ${lat}, ${lng}`)
      continue
    }
    const isRoad = ROAD.test(address)
    places.push({
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
    })
  }
  return places
}

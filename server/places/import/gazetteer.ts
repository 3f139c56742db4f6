import * as v from 'valibot'
import { cleanLine } from '#rules/text.ts'
import { isInKorea } from './shops.ts'
import type { NewArea } from './write-areas.ts'

const row = v.tuple([
  v.picklist([1, 2, 3, 4]),
  v.pipe(v.string(), v.transform(cleanLine), v.nonEmpty()),
  v.number(),
  v.number(),
  v.string(),
])

/** Reads the rows [level, address, lat, lng, code] of a gazetteer; `onFault` is called for each unreadable one. */
export function readGazetteer(rows: readonly unknown[], onFault: (index: number, reason: string) => void): NewArea[] {
  const areas = new Map<string, NewArea>()
  for (const [index, cells] of rows.entries()) {
    const read = v.safeParse(row, cells)
    if (!read.success) {
      onFault(index, 'not [level from 1 to 4, address, lat, lng, code]')
      continue
    }
    const [level, address, lat, lng, code] = read.output
    if (!isInKorea({ lat, lng })) {
      onFault(index, `no position in Korea: ${lat}, ${lng}`)
      continue
    }
    const key = `${level} ${address}`
    areas.set(key, { key, level, address, legalAddress: null, code: code || null, lat, lng, rings: [] })
  }
  return [...areas.values()]
}

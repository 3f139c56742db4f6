import type { Position } from '#rules/position.ts'
import { readKoreaTable } from '../korea-areas.ts'

let centres: ReadonlyMap<string, Position> | undefined

/**
 * Where in an area most places to eat are (`korea/centres.tsv.gz`). The middle of its borders may be a mountain; it is the
 * answer where they are near enough to it, and for what is no area.
 */
export function centreOf({ address, lat, lng }: Position & Readonly<{ address: string }>): Position {
  centres ??= new Map(
    readKoreaTable('centres.tsv.gz').map(([area = '', north, east]) => [
      area,
      { lat: Number(north), lng: Number(east) },
    ]),
  )
  return centres.get(address) ?? { lat, lng }
}

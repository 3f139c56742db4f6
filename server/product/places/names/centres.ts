import type { Position } from '#rules/position.ts'
import { readKoreaTable } from '../korea-areas.ts'

let centres: ReadonlyMap<string, Position> | undefined

/**
 * The spot in an area with most places to eat (`korea/centres.tsv.gz`), because the middle of its borders may be a mountain.
 * Returns the place's own position for areas whose middle is near enough, and for landmarks.
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

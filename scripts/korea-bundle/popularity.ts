import { metresBetween } from '#rules/position.ts'
import type { Area, Place } from './sources.ts'

export type Point = { lat: number; lng: number }

/** How far from a place, and from the centre of a 동, in metres, its food shops are. */
const REACH = 600
const REACH_OF_AREA = 1000

/** With fewer shops a place is no more popular than others. */
const FEWEST = 4

/** Width of a square of the grid, in degrees: more than the reach. */
const SQUARE = 0.01

/**
 * How many food shops are around each 동, station and other place, by its address and name: which of several places of one
 * name, or with one beginning, more people mean.
 */
export function popularityOf(areas: readonly Area[], places: readonly Place[], shops: readonly Point[]): string[] {
  const squareOf = ({ lat, lng }: Point) => `${Math.floor(lat / SQUARE)} ${Math.floor(lng / SQUARE)}`
  const squares = Map.groupBy(shops, squareOf)
  const count = (at: Point, reach: number) =>
    [-1, 0, 1]
      .flatMap((north) => [-1, 0, 1].map((east) => ({ lat: at.lat + north * SQUARE, lng: at.lng + east * SQUARE })))
      .flatMap((near) => squares.get(squareOf(near)) ?? [])
      .filter((shop) => metresBetween(shop, at) <= reach).length
  const named = [
    ...areas
      .filter(([level]) => level > 2)
      .map(([, address, lat, lng]) => ({ key: address, lat, lng, reach: REACH_OF_AREA })),
    ...places.map(([name, , address, lat, lng]) => ({ key: `${address}\t${name}`, lat, lng, reach: REACH })),
  ]
  return named
    .map(({ key, reach, ...at }) => ({ key, shops: count(at, reach) }))
    .filter(({ shops: around }) => around >= FEWEST)
    .map(({ key, shops: around }) => `${around}\t${key}`)
    .sort()
}

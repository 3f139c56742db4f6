import { metresBetween } from '#rules/position.ts'
import type { Area, Place } from './sources.ts'

export type Point = { lat: number; lng: number }

/** A shop of a chain, by the name of its branch: '여의도점'. */
export type Branch = Point & { branch: string }

/** How far from a place, and from the centre of a 동, in metres, its food shops are. */
const REACH = 600
const REACH_OF_AREA = 1000

/** With fewer shops a place is no more popular than others. */
const FEWEST = 4

/** A shop that calls its branch by a place says more about the name than another one near it: '여의도점'. */
const WEIGHT_OF_BRANCH = 20
const REACH_OF_BRANCH = 3000

/** Width of a square of the grid, in degrees: more than the reach. */
const SQUARE = 0.01

/**
 * How many food shops are around each 동, station and other place, by its address and name, and many times more for each
 * branch that has the name: which of several places of one name, or with one beginning, more people mean.
 */
export function popularityOf(
  areas: readonly Area[],
  places: readonly Place[],
  shops: readonly Point[],
  branches: readonly Branch[],
): string[] {
  const squareOf = ({ lat, lng }: Point) => `${Math.floor(lat / SQUARE)} ${Math.floor(lng / SQUARE)}`
  const squares = Map.groupBy(shops, squareOf)
  const count = (at: Point, reach: number) =>
    [-1, 0, 1]
      .flatMap((north) => [-1, 0, 1].map((east) => ({ lat: at.lat + north * SQUARE, lng: at.lng + east * SQUARE })))
      .flatMap((near) => squares.get(squareOf(near)) ?? [])
      .filter((shop) => metresBetween(shop, at) <= reach).length
  const byName = Map.groupBy(branches, ({ branch }) => withoutKind(branch.replace(/점$/, '')))
  const countNamed = (name: string, at: Point) =>
    (byName.get(withoutKind(name)) ?? []).filter((shop) => metresBetween(shop, at) <= REACH_OF_BRANCH).length
  const named = [
    ...areas
      .filter(([level]) => level > 2)
      .map(([, address, lat, lng]) => {
        const name = address.slice(address.lastIndexOf(' ') + 1)
        return { name, key: address, lat, lng, reach: REACH_OF_AREA }
      }),
    ...places.map(([name, , address, lat, lng]) => ({ name, key: `${address}\t${name}`, lat, lng, reach: REACH })),
  ]
  return named
    .map(({ name, key, reach, ...at }) => ({
      key,
      shops: count(at, reach) + WEIGHT_OF_BRANCH * countNamed(name, at),
    }))
    .filter(({ shops: around }) => around >= FEWEST)
    .map(({ key, shops: around }) => `${around}\t${key}`)
    .sort()
}

/** '여의도점' is called after 여의도역 as well as 여의도동. */
function withoutKind(name: string): string {
  return name.replace(/(?:입구)?역$|동(?:\d+가)?$/, '')
}

import { metresBetween } from '../../../rules/position.ts'
import type { Point } from './popularity.ts'
import type { Area } from './sources.ts'

/** A place to eat with its area by 행정동: '서울특별시 마포구 망원1동'. */
export type ShopInArea = Point & { area: string }

/** Sides of a square of the grid, in degrees: some 550 metres. */
const [TALL, WIDE] = [0.005, 0.00625]

/** Shops in the nine squares around a centre. With fewer it would be any of them. */
const FEWEST = 3

/** Metres below which the middle of an area is near enough. */
const NEAR = 500

/** Lines `address, lat, lng`: the densest spot of places to eat in each area where it is far from the area's middle. */
export function centresOf(areas: readonly Area[], shops: readonly ShopInArea[]): string[] {
  const within = new Map<string, Point[]>()
  for (const shop of shops) {
    for (const address of addressesAround(shop.area)) within.set(address, [...(within.get(address) ?? []), shop])
  }
  return areas
    .flatMap(([, address, lat, lng]) => {
      const centre = densest(within.get(address) ?? [])
      return centre && metresBetween(centre, { lat, lng }) > NEAR ? [{ address, ...centre }] : []
    })
    .map(({ address, lat, lng }) => [address, lat.toFixed(4), lng.toFixed(4)].join('\t'))
    .sort()
}

/** '서울특별시 마포구 망원1동' is in the 시도, the 시군구, and in what the gazetteer calls 망원제1동 and 망원동. */
function addressesAround(area: string): Set<string> {
  const words = area.split(' ')
  const larger = words.map((_, index) => words.slice(0, index + 1).join(' '))
  return new Set([...larger, area.replace(/(\d+)동$/, '제$1동'), area.replace(/제?\d+동$/, '동')])
}

/** The shop in the middle of the nine squares with most shops; null if these are few. */
function densest(shops: readonly Point[]): Point | null {
  const keyOf = (row: number, column: number) => `${row} ${column}`
  const rowOf = ({ lat }: Point) => Math.floor(lat / TALL)
  const columnOf = ({ lng }: Point) => Math.floor(lng / WIDE)
  const squares = Map.groupBy(shops, (shop) => keyOf(rowOf(shop), columnOf(shop)))
  const beside = (shop: Point) =>
    [-1, 0, 1].flatMap((north) =>
      [-1, 0, 1].flatMap((east) => squares.get(keyOf(rowOf(shop) + north, columnOf(shop) + east)) ?? []),
    )
  const groups = [...squares.values()].flatMap(([first]) => (first ? [beside(first)] : []))
  const [most = []] = groups.toSorted((a, b) => b.length - a.length)
  if (most.length < FEWEST) return null
  const mean = (of: (shop: Point) => number) => most.reduce((sum, shop) => sum + of(shop), 0) / most.length
  const middle = { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
  return most.reduce((best, shop) => (metresBetween(shop, middle) < metresBetween(best, middle) ? shop : best))
}

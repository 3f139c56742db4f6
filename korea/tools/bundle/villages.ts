import type { Topology } from 'topojson-specification'
import { metresBetween } from '../../../rules/position.ts'
import type { Point } from './popularity.ts'
import { nearestAreaFinder } from './roads/districts.ts'
import type { Area } from './sources.ts'
import { todaysTown } from './towns.ts'

/** Names of three syllables and more: shorter ones are words of other meanings. */
const VILLAGE = /^[가-힣]{2,}리$/

const AT_VILLAGE = 2000

/** Width of a square of the grid, in degrees: more than the distance above. */
const SQUARE = 0.025

/**
 * The 리 of the country with the 읍 or 면 around them, or nearest to them, as `food shops near by, address, latitude, longitude`, by
 * address. Those in a 동 are left out. `csv` has rows `name,class,lat,lon`.
 */
export function villagesOf(csv: string, borders: Topology, areas: readonly Area[], shops: readonly Point[]): string[] {
  const [townAt, today] = [nearestAreaFinder(borders, 'emd'), todaysTown(areas)]
  const squareOf = ({ lat, lng }: Point) => `${Math.floor(lat / SQUARE)} ${Math.floor(lng / SQUARE)}`
  const squares = Map.groupBy(shops, squareOf)
  const steps = [-SQUARE, 0, SQUARE]
  const around = ({ lat, lng }: Point) =>
    steps
      .flatMap((north) => steps.map((east) => ({ lat: lat + north, lng: lng + east })))
      .flatMap((near) => squares.get(squareOf(near)) ?? [])
      .filter((shop) => metresBetween(shop, { lat, lng }) <= AT_VILLAGE).length
  const rows = csv.trim().split('\n').slice(1)
  const villages = rows.flatMap((row) => {
    const [name = '', , lat, lng] = row.split(',')
    if (!VILLAGE.test(name)) return []
    const at = { lat: Number(lat), lng: Number(lng) }
    const town = today(townAt(at))
    return /[읍면]$/.test(town) ? [{ address: `${town} ${name}`, shops: around(at), ...at }] : []
  })
  // A village with several points keeps the one with most shops.
  return [...Map.groupBy(villages, ({ address }) => address).values()]
    .flatMap((same) => same.toSorted((a, b) => b.shops - a.shops || a.lat - b.lat).slice(0, 1))
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ address, shops: count, lat, lng }) => `${count}\t${address}\t${lat.toFixed(4)}\t${lng.toFixed(4)}`)
}

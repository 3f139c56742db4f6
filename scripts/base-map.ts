import { readFileSync, writeFileSync } from 'node:fs'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/**
 * Writes web/map/leaflet/coast.json, the base map that needs no network: Korea and its neighbours, cut out of the npm package
 * world-atlas (Natural Earth, public domain). Run it again when that package changes: `node scripts/base-map.ts`.
 */
const FILE = 'web/map/leaflet/coast.json'
/** What is kept: Korea and as much of its neighbours as a screen shows when all of Korea is on it. */
const WINDOW = { west: 113, south: 28, east: 143, north: 47 }
/** Least distance of two points that are kept, in degrees; neighbours need no bays. */
const DETAIL = { korea: 0, neighbours: 0.03 }
/** Whole numbers are shorter than fractions: ten-thousandths of a degree, each as the difference from the one before. */
const UNIT = 10_000

type Point = readonly [number, number]
type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>

const atlas = JSON.parse(readFileSync('node_modules/world-atlas/countries-10m.json', 'utf8')) as Countries
const countries = feature(atlas, atlas.objects.countries).features
const rings = (isWanted: (name: string) => boolean, detail: number) =>
  countries
    .filter(({ properties }) => isWanted(properties.name))
    .flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [],
    )
    .map(([outer]) => thinned(cut((outer ?? []) as unknown as Point[]), detail))
    .filter((ring) => ring.length > 3)
    .map(encoded)

const map = {
  unit: UNIT,
  korea: rings((name) => name === 'South Korea', DETAIL.korea),
  neighbours: rings((name) => name !== 'South Korea', DETAIL.neighbours),
}
writeFileSync(FILE, `${JSON.stringify(map)}\n`)
console.log(`${FILE}: ${map.korea.length + map.neighbours.length} outlines, ${readFileSync(FILE).length} bytes`)

/** Cuts a ring at the four sides of the window, one after the other (Sutherland and Hodgman). */
function cut(ring: readonly Point[]): Point[] {
  const sides: [axis: 0 | 1, at: number, keeps: 1 | -1][] = [
    [0, WINDOW.west, 1],
    [0, WINDOW.east, -1],
    [1, WINDOW.south, 1],
    [1, WINDOW.north, -1],
  ]
  return sides.reduce<Point[]>(
    (points, [axis, at, keeps]) => {
      const isIn = (point: Point) => (point[axis] - at) * keeps >= 0
      return points.flatMap((point, index) => {
        const before = points.at(index - 1) as Point
        const crossing = isIn(point) === isIn(before) ? [] : [crossingOf(before, point, axis, at)]
        return isIn(point) ? [...crossing, point] : crossing
      })
    },
    [...ring],
  )
}

function crossingOf(from: Point, to: Point, axis: 0 | 1, at: number): Point {
  const part = (at - from[axis]) / (to[axis] - from[axis])
  const along = (index: 0 | 1) => from[index] + part * (to[index] - from[index])
  return [along(0), along(1)]
}

function thinned(ring: readonly Point[], detail: number): Point[] {
  let last: Point | undefined
  return ring.filter((point) => {
    const isKept = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= detail
    if (isKept) last = point
    return isKept
  })
}

/** Longitude and latitude by turns. */
function encoded(ring: readonly Point[]): number[] {
  const whole = ring.map((point) => point.map((degrees) => Math.round(degrees * UNIT)))
  return whole.flatMap((point, index) => point.map((value, axis) => value - (whole[index - 1]?.[axis] ?? 0)))
}

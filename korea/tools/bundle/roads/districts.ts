import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { metresBetween, type Position } from '../../../../rules/position.ts'

type Ring = readonly (readonly [lng: number, lat: number])[]
type District = { address: string; box: readonly [number, number, number, number]; rings: readonly Ring[] }

type Level = 'sgg' | 'emd'

/** Finds the 시군구 ('서울특별시 마포구') or 동 of a position; null outside the borders. */
export function areaFinder(topology: Topology, level: Level): (position: Position) => string | null {
  const districts = readDistricts(topology, level)
  return (position) => districtAt(districts, position)?.address ?? null
}

/** The same, but outside the borders, which leave out piers and small islands, the one with the nearest border. */
export function nearestAreaFinder(topology: Topology, level: Level): (position: Position) => string {
  const districts = readDistricts(topology, level)
  const metresTo = (position: Position, { rings }: District) =>
    Math.min(...rings.flat().map(([lng, lat]) => metresBetween(position, { lat, lng })))
  return (position) => {
    const found = districtAt(districts, position)
    if (found) return found.address
    const distances = districts.map((district) => ({ district, metres: metresTo(position, district) }))
    return distances.reduce((nearest, other) => (other.metres < nearest.metres ? other : nearest)).district.address
  }
}

function readDistricts(topology: Topology, level: Level): District[] {
  const layer = topology.objects[level] as GeometryCollection<{ a: string }>
  return feature(topology, layer).features.flatMap(({ geometry, properties }): District[] => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    return polygons.map((rings) => {
      const outer = rings[0] ?? []
      const [lngs, lats] = [outer.map(([lng = 0]) => lng), outer.map(([, lat = 0]) => lat)]
      const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)] as const
      return { address: properties.a, box, rings: rings as unknown as Ring[] }
    })
  })
}

function districtAt(districts: readonly District[], { lat, lng }: Position): District | undefined {
  return districts.find(
    ({ box, rings }) =>
      lng >= box[0] &&
      lat >= box[1] &&
      lng <= box[2] &&
      lat <= box[3] &&
      rings.filter((ring) => isInside(ring, lat, lng)).length % 2 === 1,
  )
}

/** Counts how often a ray to the east crosses the ring. */
function isInside(ring: Ring, lat: number, lng: number): boolean {
  let inside = false
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [ax, ay] = ring[index] as readonly [number, number]
    const [bx, by] = ring[before] as readonly [number, number]
    if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

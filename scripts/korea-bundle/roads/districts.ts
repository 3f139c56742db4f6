import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Position } from '#rules/position.ts'

type Ring = readonly (readonly [lng: number, lat: number])[]
type District = { address: string; box: readonly [number, number, number, number]; rings: readonly Ring[] }

/** Finds the 시군구 ('서울특별시 마포구') or 동 of a position; null outside the borders. */
export function areaFinder(topology: Topology, level: 'sgg' | 'emd'): (position: Position) => string | null {
  const layer = topology.objects[level] as GeometryCollection<{ a: string }>
  const districts = feature(topology, layer).features.flatMap(({ geometry, properties }): District[] => {
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
  return ({ lat, lng }) => {
    const found = districts.find(
      ({ box, rings }) =>
        lng >= box[0] &&
        lat >= box[1] &&
        lng <= box[2] &&
        lat <= box[3] &&
        rings.filter((ring) => isInside(ring, lat, lng)).length % 2 === 1,
    )
    return found?.address ?? null
  }
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

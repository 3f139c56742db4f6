import { feature } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import { cleanLine } from '#rules/text.ts'
import { isInKorea } from './import-shops.ts'
import type { NewArea, Ring } from './write-rows.ts'

type Properties = { a?: unknown; b?: unknown; c?: unknown } | null

/** Objects of a TopoJSON file with their level, the smallest areas first. Only the first that a file has is stored. */
const objectLevels: readonly (readonly [name: string, level: number])[] = [
  ['emd', 4],
  ['sgg', 2],
  ['sido', 1],
]

/** Areas of a TopoJSON file. Of their properties, `a` is the full name, `b` that of the 법정동 around it, `c` its code. @throws {Error} */
export function readBoundaries(topology: Topology, onFault: (index: number, reason: string) => void): NewArea[] {
  const [name, level] = objectLevels.find(([name]) => isCollection(topology.objects[name])) ?? []
  const object = name === undefined ? undefined : topology.objects[name]
  if (!isCollection(object) || level === undefined) {
    throw new Error('The TopoJSON file has none of the objects emd, sgg and sido.')
  }
  const areas = new Map<string, NewArea>()
  for (const [index, geometry] of object.geometries.entries()) {
    const area = readArea(topology, geometry, level)
    if (typeof area === 'string') {
      onFault(index, area)
      continue
    }
    const same = areas.get(area.key)
    areas.set(area.key, same ? { ...same, rings: [...same.rings, ...area.rings] } : area)
  }
  return [...areas.values()]
}

function isCollection(object: GeometryObject<Properties> | undefined): object is GeometryCollection<Properties> {
  return object?.type === 'GeometryCollection'
}

function readArea(topology: Topology, geometry: GeometryObject<Properties>, level: number): NewArea | string {
  const { a, b, c } = geometry.properties ?? {}
  if (typeof a !== 'string' || cleanLine(a) === '') return 'no name (property a)'
  const shape = shapeOf(topology, geometry)
  if (!shape) return `${a} has no shape`
  if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') return `${a} is no polygon but a ${shape.type}`
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const rings = polygons.flatMap((polygon) => polygon.map(toRing)).filter(({ points }) => points.length >= 3)
  const centre = centreOf(rings.filter(({ isHole }) => !isHole))
  if (!centre || !isInKorea(centre)) return `${a} has no surface in Korea`
  return {
    key: cleanLine(a),
    level,
    address: cleanLine(a),
    legalAddress: typeof b === 'string' && b !== '' ? cleanLine(b) : null,
    code: typeof c === 'string' && c !== '' ? c : null,
    ...centre,
    rings,
  }
}

/** null for a shape without arcs, or with missing ones. */
function shapeOf(topology: Topology, geometry: GeometryObject<Properties>) {
  try {
    const collected = feature(topology, { type: 'GeometryCollection', geometries: [geometry] })
    return collected.features[0]?.geometry ?? null
  } catch {
    return null
  }
}

function toRing(points: readonly number[][], index: number): Ring {
  return { isHole: index > 0, points: points.slice(0, -1).map(([lng = 0, lat = 0]) => [round(lng), round(lat)]) }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

function centreOf(outlines: readonly Ring[]): { lat: number; lng: number } | null {
  const moments = outlines.map(({ points }) => {
    let [area, sumLng, sumLat] = [0, 0, 0]
    points.forEach(([lng, lat], index) => {
      const [nextLng, nextLat] = points[(index + 1) % points.length] ?? [lng, lat]
      const cross = lng * nextLat - nextLng * lat
      area += cross / 2
      sumLng += (lng + nextLng) * cross
      sumLat += (lat + nextLat) * cross
    })
    return { area: Math.abs(area), lat: sumLat / (6 * area), lng: sumLng / (6 * area) }
  })
  const largest = moments.toSorted((a, b) => b.area - a.area)[0]
  return largest && largest.area > 0 ? { lat: round(largest.lat), lng: round(largest.lng) } : null
}

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { type Area, type MetroLine, type Place, readRows } from '../bundle/sources.ts'
import { type Line, toWorld } from './lines.ts'

type Shapes = GeometryCollection<{ a: string }>
/** `a`: full name. */
export type Borders = { arcs: Line[]; objects: { sido: Shapes; sgg: Shapes; emd: Shapes } }
type Degrees = [lng: number, lat: number]
/** Natural Earth's features as GeoJSON. */
type Surroundings = {
  features: {
    properties: { t: 'land' | 'river'; n: string }
    geometry:
      | { type: 'LineString'; coordinates: Degrees[] }
      | { type: 'Polygon'; coordinates: Degrees[][] }
      | { type: 'MultiPolygon'; coordinates: Degrees[][][] }
  }[]
}

export type Bundle = {
  areas: Area[]
  places: Place[]
  lines: MetroLine[]
  /** Arcs in Web Mercator; the world has width 1. */
  borders: Borders
  surroundings: Surroundings
}

/** Reads the files of korea/. */
export function readBundle(folder = 'korea'): Bundle {
  const unpack = (name: string) => gunzipSync(readFileSync(`${folder}/${name}.gz`)).toString()
  const topology = JSON.parse(unpack('borders.topo.json')) as Topology<Borders['objects']>
  return {
    areas: readRows<Area>(unpack('areas.json')),
    places: readRows<Place>(unpack('places.json')),
    lines: JSON.parse(readFileSync(`${folder}/metro-lines.json`, 'utf8')),
    borders: { arcs: topology.arcs.map((arc) => project(arc, topology)), objects: topology.objects },
    surroundings: JSON.parse(unpack('surroundings.json')),
  }
}

function project(arc: number[][], { transform }: Topology): Line {
  if (!transform) throw new Error('The borders have no transform.')
  let [right, up] = [0, 0]
  return arc.map(([x = 0, y = 0]) => {
    right += x
    up += y
    const [lng, lat] = [right, up].map(
      (steps, axis) => steps * (transform.scale[axis] ?? 1) + (transform.translate[axis] ?? 0),
    )
    return toWorld(lat as number, lng as number)
  })
}

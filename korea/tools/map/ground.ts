import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { areaOf, type Line, type Point } from './lines.ts'
import type { TileSet } from './tile-set.ts'

/** The width of a source tile in steps. */
const EXTENT = 4096

/** A folder `z/x/y.pbf` of tiles in OpenMapTiles' schema. */
export type SourceTiles = { folder: string }

type Properties = Record<string, string | number | boolean | undefined>
/** What a shape is drawn as; null if it is left out. */
type Kind = (properties: Properties, zoom: number) => string | null

/** Classes of `landuse` and of `landcover` by what they are drawn as. */
const GROUND: Record<string, string> = {
  commercial: 'commercial',
  retail: 'commercial',
  school: 'school',
  kindergarten: 'school',
  university: 'school',
  college: 'school',
  hospital: 'hospital',
  pitch: 'pitch',
  stadium: 'pitch',
  playground: 'pitch',
  theme_park: 'park',
  zoo: 'park',
  cemetery: 'grass',
  sand: 'sand',
  wood: 'wood',
  grass: 'grass',
}
const PARKS = new Set(['park', 'garden', 'recreation_ground', 'village_green'])

/** The kinds of ground of each zoom. */
const FAR = new Set(['wood'])
const MIDDLE = new Set(['wood', 'park', 'grass', 'sand'])

const groundKind: Kind = ({ class: name, subclass }, zoom) => {
  const kind = name === 'grass' && PARKS.has(`${subclass}`) ? 'park' : (GROUND[`${name}`] ?? null)
  if (kind === null || zoom >= 13) return kind
  return (zoom >= 10 ? MIDDLE : FAR).has(kind) ? kind : null
}

const SHAPES: Record<string, { layer: string; from: number; kind: Kind; smallest: number }> = {
  landuse: { layer: 'ground', from: 4, kind: groundKind, smallest: 1200 },
  landcover: { layer: 'ground', from: 4, kind: groundKind, smallest: 3000 },
  // The sea is what the borders leave free.
  water: { layer: 'water', from: 4, kind: ({ class: name }) => (name === 'ocean' ? null : 'water'), smallest: 200 },
  building: { layer: 'buildings', from: 13, kind: () => 'building', smallest: 300 },
}

/** Woods have very many small pieces and clearings; only larger ones are drawn. */
const LARGE = 45_000

/** Adds water, green, buildings and rivers of the tile with that address. */
export function addGround(tiles: TileSet, { folder }: SourceTiles, address: string): void {
  const source = readTile(folder, `${tiles.zoom}/${address}`)
  if (!source) return
  const [x = 0, y = 0] = address.split('/').map(Number)
  for (const [name, { layer, from, kind, smallest }] of Object.entries(SHAPES)) {
    if (tiles.zoom < from) continue
    for (const { properties, rings } of featuresOf(source, name, 3)) {
      const is = kind(properties, tiles.zoom)
      const least = is === 'wood' ? LARGE : smallest
      if (is === null) continue
      for (const ring of rings.filter((one) => areaOf(one) >= least))
        tiles.add(x, y, layer, 'ring', { kind: is }, scaled(ring, tiles))
    }
  }
  addRivers(tiles, source, x, y)
}

function addRivers(tiles: TileSet, source: VectorTile, x: number, y: number): void {
  for (const { properties, rings } of featuresOf(source, 'waterway', 2)) {
    const isRiver = properties.class === 'river' || properties.class === 'canal'
    if (tiles.zoom < (isRiver ? 8 : 13)) continue
    const name = tiles.zoom >= 10 ? `${properties['name:latin'] ?? ''}` : ''
    if (!isRiver && !name) continue
    const tags = { kind: isRiver ? 'river' : 'stream', ...(name && { name }) }
    for (const line of rings) tiles.add(x, y, 'rivers', 'line', tags, scaled(line, tiles))
  }
}

function scaled(line: Line, { extent }: TileSet): Line {
  return line.map(([x, y]) => [Math.round((x * extent) / EXTENT), Math.round((y * extent) / EXTENT)])
}

/** Named points of a layer in the tiles of zoom 14, in Web Mercator. */
export function* namedPoints(
  { folder }: SourceTiles,
  layer = 'poi',
): Generator<{ name: string; kind: string; at: Point }> {
  const [zoom, seen] = [14, new Set<string>()]
  for (const address of addressesOf(folder, zoom)) {
    const [x = 0, y = 0] = address.split('/').map(Number)
    const source = readTile(folder, `${zoom}/${address}`)
    for (const { properties, rings } of source ? featuresOf(source, layer, 1) : []) {
      const [name, point] = [properties['name:latin'], rings[0]?.[0]]
      const kind = `${properties.class}/${properties.subclass}`
      if (typeof name !== 'string' || !point || seen.has(`${name} ${kind} ${address}`)) continue
      seen.add(`${name} ${kind} ${address}`)
      yield { name, kind, at: [(x + point[0] / EXTENT) / 2 ** zoom, (y + point[1] / EXTENT) / 2 ** zoom] }
    }
  }
}

/** The addresses `x/y` of all tiles of a zoom. */
export function addressesOf(folder: string, zoom: number): string[] {
  const columns = readdirSync(path.join(folder, `${zoom}`))
  return columns.flatMap((x) =>
    readdirSync(path.join(folder, `${zoom}`, x)).map((file) => `${x}/${path.basename(file, '.pbf')}`),
  )
}

function readTile(folder: string, name: string): VectorTile | null {
  const file = path.join(folder, `${name}.pbf`)
  return existsSync(file) ? new VectorTile(new Pbf(readFileSync(file))) : null
}

function* featuresOf(tile: VectorTile, name: string, type: VectorTileFeature['type']) {
  const layer = tile.layers[name]
  for (let index = 0; index < (layer?.length ?? 0); index++) {
    const feature = layer?.feature(index)
    if (feature?.type !== type) continue
    const rings = feature.loadGeometry().map((ring): Line => ring.map(({ x, y }) => [x, y]))
    yield { properties: feature.properties as Properties, rings }
  }
}

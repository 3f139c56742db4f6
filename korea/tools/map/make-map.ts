import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { addGround, addressesOf } from './ground.ts'
import { addLabels, labelsOf } from './labels.ts'
import { addLand, bordersOf } from './land.ts'
import { type Metro, metroOf } from './metro.ts'
import { type PackedTile, pmtilesArchive } from './pmtiles.ts'
import { readBundle } from './read-bundle.ts'
import { readStreets, type Street } from './streets.ts'
import { type Detail, type Tags, TileSet } from './tile-set.ts'

/** The file of all streets; korea/tools/map/streets.ts has its rows. */
const STREETS = 'streets-korea.tsv.xz'

/** Zooms of the tiles, which are 512 pixels wide: map zoom 5 to 14, and above it the largest again. */
const [MIN_ZOOM, MAX_ZOOM] = [4, 13]
const BOUNDS = [124, 32.5, 132.5, 39.5]

/** The tile zoom from which a class of streets is drawn, and from which its name is. */
const CLASSES: Record<string, readonly [drawn: number, named: number]> = {
  motorway: [5, 12],
  trunk: [7, 12],
  primary: [8, 12],
  secondary: [10, 13],
  tertiary: [11, 13],
  minor: [13, 13],
  pedestrian: [13, 13],
  service: [13, 13],
  track: [13, 13],
  path: [13, 13],
  pier: [13, 13],
  rail: [10, 14],
}
const METRO_ZOOM = 9
const STATION_ZOOM = 11

/** Makes the archive from streets-korea.tsv.xz and the folder `tiles` in `folder`, and from the files of korea/. */
export async function makeMap(folder: string, onZoom: (zoom: number, bytes: number) => void): Promise<Buffer> {
  const bundle = readBundle()
  const source = { folder: path.join(folder, 'tiles') }
  const streets = await readStreets(path.join(folder, STREETS))
  const metro = metroOf(bundle, streets)
  const borders = bordersOf(bundle)
  const labels = labelsOf(bundle, source)
  const packed: PackedTile[] = []
  for (let zoom = MIN_ZOOM; zoom <= MAX_ZOOM; zoom++) {
    const tiles = new TileSet(zoom, zoom === MAX_ZOOM ? 2048 : 1024)
    addLand(tiles, borders, bundle)
    for (const street of streets) addStreet(tiles, street)
    addMetro(tiles, metro)
    addLabels(tiles, 'areas', labels.areas)
    addLabels(tiles, 'spots', labels.spots)
    for (const address of addressesOf(source.folder, zoom)) addGround(tiles, source, address)
    const made = pack(tiles)
    onZoom(
      zoom,
      made.reduce((sum, { bytes }) => sum + bytes.length, 0),
    )
    packed.push(...made)
  }
  return pmtilesArchive(packed, BOUNDS, METADATA)
}

function addStreet(tiles: TileSet, { kind, brunnel, name, line }: Street): void {
  const [drawn, named] = CLASSES[kind] ?? [Number.POSITIVE_INFINITY, 0]
  if (tiles.zoom < drawn) return
  const isApart = tiles.zoom === MAX_ZOOM && (brunnel === 'bridge' || brunnel === 'tunnel')
  const isNamed = tiles.zoom >= named && name !== ''
  tiles.addLine('streets', { kind, ...(isApart && { brunnel }), ...(isNamed && { name }) }, line)
}

function addMetro(tiles: TileSet, { lines, stations }: Metro): void {
  if (tiles.zoom >= METRO_ZOOM) for (const { name, color, line } of lines) tiles.addLine('metro', { name, color }, line)
  if (tiles.zoom < STATION_ZOOM) return
  for (const { name, color, isInterchange, at } of stations) {
    tiles.addDot('stations', { name, color, ...(isInterchange && { interchange: true }) }, at)
  }
}

function pack(tiles: TileSet): PackedTile[] {
  const detailOf = tiles.zoom === MAX_ZOOM ? nearDetail : farDetail
  return tiles.addresses().map((address) => {
    const [x = 0, y = 0] = address.split('/').map(Number)
    return { z: tiles.zoom, x, y, bytes: brotliCompressSync(tiles.encode(address, detailOf)) }
  })
}

/** Tiles are drawn about as large as they are. */
function farDetail(layer: string, { kind }: Tags): Detail {
  if (layer === 'ground') return { tolerance: kind === 'wood' ? 12 : 4, shortest: 0 }
  if (layer === 'water') return { tolerance: 1.5, shortest: 0 }
  return { tolerance: 1.3, shortest: 5 }
}

/** In steps of two metres. Tiles of the largest zoom are drawn up to 32 times as large. */
function nearDetail(layer: string, { kind, name }: Tags): Detail {
  if (layer === 'ground') return { tolerance: GROUND_TOLERANCE[`${kind}`] ?? 1.5, shortest: 0 }
  if (layer !== 'streets') return { tolerance: layer === 'buildings' ? 0.8 : 2, shortest: 0 }
  if (kind === 'track' || kind === 'path') return { tolerance: 4, shortest: name ? 4 : 250 }
  if (kind === 'service') return { tolerance: 2, shortest: name ? 2 : 70 }
  return kind === 'minor' ? { tolerance: 1.5, shortest: name ? 2 : 8 } : { tolerance: 1.2, shortest: 2 }
}

/** Tolerance in metres: the edge of a wood is not known exactly. */
const GROUND_TOLERANCE: Record<string, number> = { wood: 18, grass: 3 }

const METADATA = {
  name: 'Korea',
  attribution: '© OpenStreetMap contributors',
  description: 'Streets, water, green and buildings of August 2021. ODbL 1.0, see NOTICE.md.',
  vector_layers: [
    'land',
    'ground',
    'water',
    'rivers',
    'buildings',
    'borders',
    'streets',
    'metro',
    'stations',
    'areas',
    'spots',
  ].map((id) => ({ id, fields: {} })),
}

import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { Labelers, type PreparedTile } from 'protomaps-leaflet'
import { afterAll, expect, test } from 'vitest'
import { openTileArchive } from '#server/platform/http/files/map-tiles.ts'
import type { Colours } from './colours.ts'
import { labelRules, obstacleRule } from './label-rules.ts'

const archive = await openTileArchive('korea/map/korea.pmtiles')
afterAll(() => archive.close())
const decompress = promisify(brotliDecompress)
const rules = labelRules({ font: 'sans-serif' } as Colours)
const scratch = { font: '', measureText: (text: string) => ({ width: text.length * 13 }) }
const TILE = 512

const towns = {
  망원동: [37.5556, 126.9019],
  강남: [37.498, 127.028],
  해운대: [35.163, 129.16],
  전주: [35.815, 127.15],
  안동: [36.54, 128.51],
  제주: [33.5, 126.53],
} as const

/** The names that stand on the tile of a place at that zoom, with their boxes. */
async function namesAt([lat, lng]: readonly [number, number], zoom: number, of = rules) {
  const labelers = new Labelers(scratch as unknown as CanvasRenderingContext2D, of, 16, () => {})
  labelers.add(zoom, new Map([['', [await prepare(lat, lng, zoom)]]]))
  return [
    ...new Set(
      labelers
        .getIndex(zoom)
        ?.tree.all()
        .map(({ indexedLabel }) => indexedLabel),
    ),
  ]
}

async function prepare(lat: number, lng: number, zoom: number): Promise<PreparedTile> {
  const z = Math.min(13, zoom - 1)
  const radians = (lat * Math.PI) / 180
  const x = Math.floor(((lng + 180) / 360) * 2 ** z)
  const y = Math.floor((0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * 2 ** z)
  const bytes = await archive.tile(z, x, y)
  const layers = bytes ? new VectorTile(new Pbf(await decompress(bytes))).layers : {}
  const data = new Map(Object.entries(layers).map(([name, layer]) => [name, featuresOf(layer)]))
  const dim = TILE * 2 ** (zoom - 1 - z)
  return { z: zoom, origin: { x: x * dim, y: y * dim }, data, scale: dim / TILE, dim, dataTile: { z, x, y } } as never
}

function featuresOf(layer: VectorTileLayer) {
  return Array.from({ length: layer.length }, (_, index) => {
    const feature = layer.feature(index)
    const geom = feature.loadGeometry().map((line) => line.map((point) => point.mult(TILE / layer.extent)))
    return { props: feature.properties, geom }
  })
}

type Box = { minX: number; minY: number; maxX: number; maxY: number }

function doOverlap(one: Box, other: Box): boolean {
  return one.minX < other.maxX && one.maxX > other.minX && one.minY < other.maxY && one.maxY > other.minY
}

test('no name covers another, in any town at any zoom', { timeout: 180_000 }, async () => {
  for (const [town, position] of Object.entries(towns))
    for (let zoom = 6; zoom <= 18; zoom++) {
      const labels = await namesAt(position, zoom)
      const faults = labels.filter(({ bboxes }, index) =>
        labels.slice(0, index).some((other) => other.bboxes.some((one) => bboxes.some((box) => doOverlap(one, box)))),
      )
      expect(
        faults.map(({ deduplicationKey }) => deduplicationKey),
        `${town} at zoom ${zoom}`,
      ).toEqual([])
      if (zoom >= 12) expect(labels.length, `${town} at zoom ${zoom}`).toBeGreaterThan(0)
    }
})

test('the name of a city stands beside the number that covers it', async () => {
  const seoul = [37.56, 126.98] as const
  const cityAt = async (zoom: number, of = rules) =>
    (await namesAt(seoul, zoom, of)).find(({ deduplicationKey }) => deduplicationKey === '서울')
  for (const zoom of [5, 6, 7, 8]) {
    const at = (await cityAt(zoom))?.anchor ?? { x: 0, y: 0 }
    // As large as the marker of a number, halfway to the next zoom.
    const number = { minX: at.x - 33, minY: at.y - 33, maxX: at.x + 33, maxY: at.y + 33 }
    const name = (await cityAt(zoom, [obstacleRule(() => [number]), ...rules]))?.bboxes[0]
    expect(name, `at zoom ${zoom}`).toBeDefined()
    expect(name && doOverlap(name, number), `at zoom ${zoom}`).toBe(false)
  }
})

test('alleys have their names from zoom 16 on, large streets from zoom 13', async () => {
  const names = async (zoom: number) => (await namesAt(towns.망원동, zoom)).map((label) => label.deduplicationKey)
  expect(await names(13)).toContain('강변북로')
  expect(await names(15)).toContain('망원로')
  expect(await names(15)).not.toContain('희우정로20길')
  expect(await names(16)).toContain('희우정로20길')
})

test('a name along a street is upright and turns with it, by less than the eye minds', async () => {
  const labels = await namesAt(towns.망원동, 17)
  const turns = labels
    .filter(({ bboxes }) => bboxes.length > 2)
    .map(({ draw }) => {
      const angles: number[] = []
      const context = {
        save() {},
        restore() {},
        translate() {},
        strokeText() {},
        fillText() {},
        rotate: (angle: number) => angles.push(angle),
      }
      draw(context as unknown as CanvasRenderingContext2D)
      return angles
    })
  expect(turns.length).toBeGreaterThan(20)
  for (const angles of turns) {
    for (const [index, angle] of angles.entries()) {
      const before = angles[index % (angles.length / 2) === 0 ? index : index - 1] ?? angle
      expect(Math.abs(Math.atan2(Math.sin(angle - before), Math.cos(angle - before)))).toBeLessThanOrEqual(0.28)
    }
    const middle = angles[Math.floor(angles.length / 4)] ?? 0
    expect(Math.cos(middle)).toBeGreaterThan(-0.4)
  }
})

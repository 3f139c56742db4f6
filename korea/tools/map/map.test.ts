import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { afterAll, expect, test } from 'vitest'
import { openTileArchive } from '../../../server/platform/http/files/map-tiles.ts'
import { toWorld } from './lines.ts'

const FILE = 'korea/map/korea.pmtiles'
const decompress = promisify(brotliDecompress)
const archive = await openTileArchive(FILE)
afterAll(() => archive.close())

async function tileAt(lat: number, lng: number, zoom: number): Promise<Record<string, VectorTileLayer>> {
  const [x, y] = toWorld(lat, lng).map((part) => Math.floor(part * 2 ** zoom)) as [number, number]
  const bytes = await archive.tile(zoom, x, y)
  return bytes ? new VectorTile(new Pbf(await decompress(bytes))).layers : {}
}

function propertiesOf(layer: VectorTileLayer | undefined): Record<string, unknown>[] {
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties ?? {})
}

test('the archive is at most 30 MB, and its licence and source stand beside it', () => {
  expect(statSync(FILE).size).toBeGreaterThan(10_000_000)
  expect(statSync(FILE).size).toBeLessThanOrEqual(30_000_000)
  expect(readFileSync('korea/map/NOTICE.md', 'utf8')).toMatch(
    /Open Database License 1\.0.*© OpenStreetMap contributors/s,
  )
})

for (const [town, lat, lng, streets] of [
  ['망원동', 37.556, 126.902, ['망원로', '월드컵로', '포은로']],
  ['해운대', 35.163, 129.16, ['해운대로', '구남로']],
  ['전주', 35.815, 127.15, ['태조로', '기린대로']],
  ['서귀포', 33.248, 126.563, ['중정로']],
] as const)
  test(`the streets of ${town} have their names`, async () => {
    const names = propertiesOf((await tileAt(lat, lng, 13)).streets).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...streets]))
  })

test('every part of the map is there at its zoom', async () => {
  const near = await tileAt(37.556, 126.902, 13)
  for (const layer of [
    'land',
    'ground',
    'water',
    'rivers',
    'borders',
    'streets',
    'metro',
    'stations',
    'areas',
    'spots',
  ])
    expect(near[layer]?.length, layer).toBeGreaterThan(0)
  expect(propertiesOf(near.metro)).toContainEqual({ name: '6호선', color: '#cd7c2f' })
  expect(propertiesOf(near.stations)).toContainEqual(expect.objectContaining({ name: '합정역', interchange: true }))
  const country = await tileAt(36.5, 127.8, 5)
  expect(propertiesOf(country.areas).map(({ name }) => name)).toEqual(expect.arrayContaining(['서울', '부산']))
})

/** From which zoom on a street of that kind is drawn. */
const firstZooms = { motorway: 5, trunk: 7, primary: 8, secondary: 10, tertiary: 11, minor: 13, service: 13 }

test.each([
  ['망원동', 37.556, 126.902],
  ['the village 임실', 35.613, 127.289],
] as const)(
  'streets around %s become finer from zoom 5 to 13, from which nearer ones are drawn',
  async (_, lat, lng) => {
    expect(archive.maxZoom).toBe(13)
    const kindsAt = async (zoom: number) => propertiesOf((await tileAt(lat, lng, zoom)).streets).map(({ kind }) => kind)
    for (const [kind, zoom] of Object.entries(firstZooms)) {
      expect(await kindsAt(zoom), `${kind} at ${zoom}`).toContain(kind)
      expect(await kindsAt(zoom - 1), `${kind} at ${zoom - 1}`).not.toContain(kind)
    }
    for (const zoom of [6, 9, 12]) expect(await kindsAt(zoom)).not.toEqual([])
  },
)

test('a tile is small enough for a phone on a slow network', async () => {
  const sizes = await Promise.all(
    [
      [37.566, 126.978],
      [37.498, 127.028],
      [37.556, 126.923],
      [35.158, 129.059],
      [35.87, 128.6],
    ].flatMap(([lat = 0, lng = 0]) =>
      [6, 8, 10, 11, 12, 13].map(async (zoom) => {
        const [x, y] = toWorld(lat, lng).map((part) => Math.floor(part * 2 ** zoom)) as [number, number]
        return (await archive.tile(zoom, x, y))?.length ?? 0
      }),
    ),
  )
  expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(Math.max(...sizes)).toBeLessThan(90_000)
})

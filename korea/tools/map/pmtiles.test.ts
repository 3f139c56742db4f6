import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { PMTiles } from 'pmtiles'
import { expect, test } from 'vitest'
import { pmtilesArchive } from './pmtiles.ts'
import { TileSet } from './tile-set.ts'

const exact = () => ({ tolerance: 0, shortest: 0 })

function open(archive: Buffer): PMTiles {
  const bytes = new Uint8Array(archive).buffer
  const getBytes = async (offset: number, length: number) => ({ data: bytes.slice(offset, offset + length) })
  return new PMTiles({ getKey: () => 'test', getBytes }, undefined, async (data, compression) =>
    compression === 3 ? data : gunzip(data),
  )
}

async function gunzip(data: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

test('an archive with more tiles than a leaf of its directory holds gives each of them back, and equal ones are stored once', async () => {
  const tiles = Array.from({ length: 5000 }, (_, index) => ({
    z: 13,
    x: 6900 + (index % 100),
    y: 3100 + Math.floor(index / 100),
    bytes: Buffer.from(`tile ${index % 4000}`),
  }))
  const archive = open(pmtilesArchive(tiles, [124, 32, 132, 40], {}))
  const header = await archive.getHeader()
  expect(header).toMatchObject({
    minZoom: 13,
    maxZoom: 13,
    numAddressedTiles: 5000,
    numTileContents: 4000,
    minLon: 124,
  })
  for (const index of [0, 1, 2047, 2048, 3999, 4000, 4999]) {
    const tile = await archive.getZxy(13, 6900 + (index % 100), 3100 + Math.floor(index / 100))
    expect(new TextDecoder().decode(tile?.data)).toBe(`tile ${index % 4000}`)
  }
  expect(await archive.getZxy(13, 6800, 3100)).toBeUndefined()
})

test('a line lies in every tile that it crosses, and its pieces of one name become one', () => {
  const tiles = new TileSet(2, 1024)
  tiles.addLine('streets', { kind: 'minor', name: '망원로' }, [
    [0.1, 0.1],
    [0.2, 0.1],
  ])
  tiles.addLine('streets', { kind: 'minor', name: '망원로' }, [
    [0.2, 0.1],
    [0.4, 0.1],
  ])
  expect(tiles.addresses().toSorted()).toEqual(['0/0', '1/0'])
  const layer = new VectorTile(new Pbf(tiles.encode('0/0', exact))).layers.streets
  expect(layer?.length).toBe(1)
  expect(layer?.extent).toBe(1024)
  expect(layer?.feature(0).properties).toEqual({ kind: 'minor', name: '망원로' })
  // Joined, and cut a little beyond the edge.
  expect(layer?.feature(0).loadGeometry()).toEqual([
    [
      { x: 410, y: 410 },
      { x: 819, y: 410 },
      { x: 1040, y: 410 },
    ],
  ])
})

test('land fills the tiles inside of it, and a dot near an edge is in both tiles', () => {
  const tiles = new TileSet(3, 1024)
  tiles.addRing('land', { kind: 'land' }, [
    [0.01, 0.01],
    [0.6, 0.01],
    [0.6, 0.6],
    [0.01, 0.6],
    [0.01, 0.01],
  ])
  const inside = new VectorTile(new Pbf(tiles.encode('2/2', exact))).layers.land?.feature(0).loadGeometry()[0]
  expect(new Set(inside?.map(({ x, y }) => `${x},${y}`))).toEqual(
    new Set(['-16,-16', '1040,-16', '1040,1040', '-16,1040']),
  )
  const dots = new TileSet(3, 1024)
  dots.addDot('stations', { name: '망원역' }, [0.126, 0.2])
  expect(dots.addresses().toSorted()).toEqual(['0/1', '1/1'])
})

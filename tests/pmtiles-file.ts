import Pbf from 'pbf'

/** Type of tiles in the archive's header: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const TILE_TYPES = { mvt: 1, png: 2 } as const
const HEADER_BYTES = 127
const UNCOMPRESSED = 1

/** A PMTiles archive, version 3, with the same tile everywhere at that zoom. */
export function pmtilesFile(type: keyof typeof TILE_TYPES, zoom: number, tile: Uint8Array): Buffer {
  const metadata = Buffer.from('{}')
  const directory = directoryOf(zoom, tile.length)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let end = HEADER_BYTES
  const place = (at: number, length: number) => {
    header.writeBigUInt64LE(BigInt(end), at)
    header.writeBigUInt64LE(BigInt(length), at + 8)
    end += length
  }
  place(8, directory.length)
  place(24, metadata.length)
  place(40, 0)
  place(56, tile.length)
  header.writeBigUInt64LE(BigInt(4 ** zoom), 72)
  header.writeBigUInt64LE(1n, 80)
  header.writeBigUInt64LE(1n, 88)
  const bytes = [1, UNCOMPRESSED, UNCOMPRESSED, TILE_TYPES[type], zoom, zoom]
  header.set(bytes, 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  header.writeUInt8(zoom, 118)
  return Buffer.concat([header, directory, metadata, tile])
}

/** One entry for all tiles of the zoom, which are numbered after those of lower zooms. */
function directoryOf(zoom: number, length: number): Buffer {
  const first = (4 ** zoom - 1) / 3
  const pbf = new Pbf()
  for (const value of [1, first, 4 ** zoom, length, 1]) pbf.writeVarint(value)
  return Buffer.from(pbf.finish())
}

/** A vector tile full of land, in Protomaps' basemap layout: https://github.com/mapbox/vector-tile-spec */
export function landTile(): Uint8Array {
  const [moveTo, lineTo, closePath] = [1 | (1 << 3), 2 | (3 << 3), 7 | (1 << 3)]
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const to = (x: number, y: number) => [zigzag(x), zigzag(y)]
  const square = [moveTo, ...to(-64, -64), lineTo, ...to(4224, 0), ...to(0, 4224), ...to(-4224, 0), closePath]
  const tile = new Pbf()
  tile.writeMessage(
    3,
    (_layer, layer) => {
      layer.writeVarintField(15, 2)
      layer.writeStringField(1, 'earth')
      layer.writeVarintField(5, 4096)
      const writeFeature = (_feature: unknown, feature: Pbf) => {
        feature.writeVarintField(3, 3)
        feature.writePackedVarint(4, square)
      }
      layer.writeMessage(2, writeFeature, null)
    },
    null,
  )
  return tile.finish()
}

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import Pbf from 'pbf'
import { zxyToTileId } from 'pmtiles'

/** A tile and its content, compressed by brotli. */
export type PackedTile = { z: number; x: number; y: number; bytes: Uint8Array }

type Entry = { id: number; offset: number; length: number }

const HEADER_BYTES = 127
/** Entries of one leaf of the directory; the root then fits into the first request. */
const LEAF_ENTRIES = 2048
const [GZIP, BROTLI] = [2, 3]
const MVT = 1

/**
 * A PMTiles archive, version 3, of vector tiles (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 * @param bounds west, south, east, north in degrees
 */
export function pmtilesArchive(tiles: readonly PackedTile[], bounds: readonly number[], metadata: object): Buffer {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .toSorted((one, other) => one.id - other.id)
  const entries: Entry[] = []
  let offset = 0
  const contents: Uint8Array[] = []
  const known = new Map<string, number>()
  for (const { id, bytes } of sorted) {
    const hash = createHash('sha256').update(bytes).digest('base64')
    const at = known.get(hash) ?? offset
    entries.push({ id, offset: at, length: bytes.length })
    if (known.has(hash)) continue
    known.set(hash, at)
    contents.push(bytes)
    offset += bytes.length
  }
  const leaves: Buffer[] = []
  const root: Entry[] = []
  let leafOffset = 0
  for (let from = 0; from < entries.length; from += LEAF_ENTRIES) {
    const leaf = gzipSync(directoryOf(entries.slice(from, from + LEAF_ENTRIES), 1))
    root.push({ id: (entries[from] as Entry).id, offset: leafOffset, length: leaf.length })
    leaves.push(leaf)
    leafOffset += leaf.length
  }
  const parts = [gzipSync(directoryOf(root, 0)), gzipSync(JSON.stringify(metadata)), Buffer.concat(leaves)]
  const zooms = tiles.map(({ z }) => z)
  const header = headerOf(
    [...parts.map(({ length }) => length), offset],
    [entries.length, contents.length],
    bounds,
    zooms,
  )
  return Buffer.concat([header, ...parts, ...contents])
}

/** `run` is the number of tiles that an entry stands for: 0 for an entry that points to a leaf. */
function directoryOf(entries: readonly Entry[], run: 0 | 1): Uint8Array {
  const out = new Pbf()
  out.writeVarint(entries.length)
  for (const [index, { id }] of entries.entries()) out.writeVarint(id - (entries[index - 1]?.id ?? 0))
  for (const _entry of entries) out.writeVarint(run)
  for (const { length } of entries) out.writeVarint(length)
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1]
    const isNext = before && offset === before.offset + before.length
    out.writeVarint(isNext ? 0 : offset + 1)
  }
  return out.finish()
}

function headerOf(
  lengths: readonly number[],
  [count, known]: readonly [number, number],
  bounds: readonly number[],
  zooms: readonly number[],
) {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let end = HEADER_BYTES
  for (const [index, length] of lengths.entries()) {
    header.writeBigUInt64LE(BigInt(end), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index)
    end += length
  }
  for (const at of [72, 80]) header.writeBigUInt64LE(BigInt(count), at)
  header.writeBigUInt64LE(BigInt(known), 88)
  const [minZoom, maxZoom] = [Math.min(...zooms), Math.max(...zooms)]
  header.set([1, GZIP, BROTLI, MVT, minZoom, maxZoom], 96)
  const [west = 0, south = 0, east = 0, north = 0] = bounds
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
  header.writeUInt8(minZoom, 118)
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return header
}

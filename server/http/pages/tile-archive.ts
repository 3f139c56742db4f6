import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { findTile, PMTiles, type Source, zxyToTileId } from 'pmtiles'

/** An open PMTiles archive. */
export type TileArchive = Readonly<{
  /** The hash of its content, as scripts/build/map-address.ts makes it. */
  version: string
  maxZoom: number
  /** The bytes of a tile as they are stored; null if it has none there. */
  tile: (z: number, x: number, y: number) => Promise<Buffer | null>
  close: () => Promise<void>
}>

/** Levels of the directory: the root and the leaves. */
const LEVELS = 3

/** Opens a PMTiles archive, which stays open and must not change meanwhile. */
export async function openTiles(file: string): Promise<TileArchive> {
  const handle = await open(file)
  const read = async (offset: number, length: number) => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    return bytes.subarray(0, bytesRead)
  }
  const source: Source = {
    getKey: () => file,
    getBytes: async (offset, length) => ({ data: new Uint8Array(await read(offset, length)).buffer }),
  }
  const archive = new PMTiles(source)
  const header = await archive.getHeader()
  return {
    version: await versionOf(handle.createReadStream({ start: 0, autoClose: false })),
    maxZoom: header.maxZoom,
    close: () => handle.close(),
    tile: async (z, x, y) => {
      const id = zxyToTileId(z, x, y)
      let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
      for (let level = 0; level < LEVELS; level++) {
        const entry = findTile(await archive.cache.getDirectory(source, offset, length ?? 0, header), id)
        if (!entry) return null
        if (entry.runLength > 0) return read(header.tileDataOffset + entry.offset, entry.length)
        offset = header.leafDirectoryOffset + entry.offset
        length = entry.length
      }
      return null
    },
  }
}

async function versionOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('base64url').slice(0, 10)
}

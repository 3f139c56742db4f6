import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { findTile, PMTiles, type Source, zxyToTileId } from 'pmtiles'
import { sitePaths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'
import { HttpError } from '../http-error.ts'
import { IMMUTABLE_CACHE_CONTROL } from './assets.ts'

const decompress = promisify(brotliDecompress)

const KOREA = fileURLToPath(new URL('../../../../korea/map/korea.pmtiles', import.meta.url))

/** Serves the operator's own map, a PMTiles file; without one adds no route. */
export async function registerOperatorMap(app: FastifyInstance, { places }: Config): Promise<void> {
  const { pmtilesPath } = places
  if (pmtilesPath === null) return
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: path.dirname(pmtilesPath), serve: false, decorateReply: true })
    scope.get(sitePaths.mapTiles, async (_request, reply) => {
      reply.type('application/vnd.pmtiles')
      return reply.sendFile(path.basename(pmtilesPath), { maxAge: '1h', acceptRanges: true })
    })
  })
}

/**
 * Serves the tiles of the bundled map. Their URLs have the version of its file, so that no cache mixes two versions.
 */
export function registerBundledMap(app: FastifyInstance): void {
  let opening: Promise<TileArchive> | undefined
  app.addHook('onClose', async () => (await opening)?.close())
  app.get<{ Params: Record<'version' | 'z' | 'x' | 'y', string> }>(sitePaths.bundledTile, async (request, reply) => {
    const { version, z, x, y } = request.params
    const address = [z, x, y].map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN))
    const [zoom = 0, column = 0, row = 0] = address
    opening ??= openTileArchive(KOREA)
    const archive = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    const isTile = zoom <= archive.maxZoom && column < 2 ** zoom && row < 2 ** zoom
    if (!isTile || version !== archive.version) throw new HttpError(404, 'BAD_USER_INPUT')
    reply
      .header('cache-control', IMMUTABLE_CACHE_CONTROL)
      .type('application/vnd.mapbox-vector-tile')
      .header('vary', 'accept-encoding')
    const tile = await archive.tile(zoom, column, row)
    if (!tile) return reply.code(204).send()
    // Most browsers accept brotli only with TLS.
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return app.inReadTurn(request, () => decompress(tile))
    return reply.header('content-encoding', 'br').send(tile)
  })
}

type TileArchive = Readonly<{
  version: string
  maxZoom: number
  tile: (z: number, x: number, y: number) => Promise<Buffer | null>
  close: () => Promise<void>
}>

const LEVELS = 3

export async function openTileArchive(file: string): Promise<TileArchive> {
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
  const header = await archive.getHeader().catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
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

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'
import { HttpError } from '../http-error.ts'
import { FOREVER } from './assets.ts'
import { openTiles, type TileArchive } from './tile-archive.ts'

const decompress = promisify(brotliDecompress)

const KOREA = fileURLToPath(new URL('../../../korea/map/korea.pmtiles', import.meta.url))

/** Serves the operator's PMTiles file, whole or by range; no route without one. */
export async function registerMapTiles(app: FastifyInstance, { places }: Config): Promise<void> {
  const { pmtilesPath } = places
  if (pmtilesPath === null) return
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: path.dirname(pmtilesPath), serve: false, decorateReply: true })
    scope.get(apiPaths.mapTiles, async (_request, reply) => {
      reply.type('application/vnd.pmtiles')
      // A new version of the file changes its ETag, and readers then start again.
      return reply.sendFile(path.basename(pmtilesPath), { maxAge: '1h', acceptRanges: true })
    })
  })
}

/**
 * Serves the bundled map's tiles. Its version is that of the pages, so that no cache mixes an old and a new archive.
 */
export function registerBundledMap(app: FastifyInstance, file = KOREA): void {
  let opening: Promise<TileArchive> | undefined
  app.addHook('onClose', async () => (await opening)?.close())
  app.get<{ Params: Record<'version' | 'z' | 'x' | 'y', string> }>(apiPaths.bundledTile, async (request, reply) => {
    const { version, z, x, y } = request.params
    const address = [z, x, y].map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN))
    const [zoom = 0, column = 0, row = 0] = address
    opening ??= openTiles(file)
    // A failure to open it is not kept.
    const archive = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    const isTile = zoom <= archive.maxZoom && column < 2 ** zoom && row < 2 ** zoom
    if (!isTile || version !== archive.version) throw new HttpError(404, 'BAD_USER_INPUT')
    reply.header('cache-control', FOREVER).type('application/vnd.mapbox-vector-tile').header('vary', 'accept-encoding')
    const tile = await archive.tile(zoom, column, row)
    if (!tile) return reply.code(204).send()
    // Without TLS most browsers do not accept it.
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return decompress(tile)
    return reply.header('content-encoding', 'br').send(tile)
  })
}

import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'

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

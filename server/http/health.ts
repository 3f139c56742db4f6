import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiPaths } from '#rules/paths.ts'
import type { Database } from '../db/connect.ts'
import { HttpError } from './http-error.ts'

/** `/healthz` answers 200 while the process runs; `/readyz` while the database answers too and nothing is stopping. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  app.get(apiPaths.healthz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get(apiPaths.readyz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (app.isDraining) throw new HttpError(503, 'UNAVAILABLE')
    await sql`select 1`.execute(db)
    return { status: 'ready' }
  })
}

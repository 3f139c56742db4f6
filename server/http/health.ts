import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiPaths } from '#rules/paths.ts'
import type { Database } from '../db/connect.ts'

/** `/healthz` says that the process lives, `/readyz` that the database answers. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  app.get(apiPaths.healthz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get(apiPaths.readyz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await sql`select 1`.execute(db)
    return { status: 'ready' }
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { apiPaths } from '#rules/paths.ts'
import { isLoopback } from '../config/address-config.ts'
import type { Database } from '../db/connect.ts'
import { waitWithinLimit, withoutWaitLimit } from '../db/wait-limit.ts'
import { isWithin, networksOf } from '../limits/networks.ts'
import { readRelease } from '../release.ts'
import { HttpError, sendError } from './http-error.ts'

/** Strangers are not told what runs here. */
const MACHINE = networksOf(['127.0.0.0/8', '::1'])

/**
 * `/healthz` answers 200 while the process runs; `/readyz` while the database answers too and nothing is stopping.
 * However many ask, the database is asked once a second. `/readyz?verbose` also says to this machine which release runs, and what an upgrade has left to do.
 */
export function registerHealth(app: FastifyInstance, db: Database): void {
  const release = readRelease()
  const answers = onceASecond(() => sql`select 1`.execute(db))
  const upgrade = onceASecond(() => loadUpgrade(db))
  app.get(apiPaths.healthz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get<{ Querystring: { verbose?: unknown } }>(apiPaths.readyz, { logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (app.isDraining) {
      // Thrown, it would be a line of the log and a count as if something were away.
      sendError(reply, new HttpError(503, 'UNAVAILABLE'))
      return reply
    }
    const isVerbose = request.query.verbose !== undefined && isFromMachine(request)
    // The balancer gives up soon, and the database may keep its connections without a word.
    if (isVerbose) return { status: 'ready', release, ...(await waitWithinLimit(upgrade())) }
    await waitWithinLimit(answers())
    return { status: 'ready' }
  })
}

/** What was asked less than a second ago is the answer, or the failure, for all who ask until then. */
function onceASecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= 1000) last = { at: now, answer: withoutWaitLimit(ask) }
    return last.answer
  }
}

/** A proxy on the same machine that TRUST_PROXY does not list has its address too, but sends one of the headers or a name. */
function isFromMachine({ ip, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return isWithin(MACHINE, ip) && isLoopback(hostname) && !isForwarded
}

type Upgrade = { migration: string; postsWithoutAreas: number }

async function loadUpgrade(db: Database): Promise<Upgrade | undefined> {
  const { rows } = await sql<Upgrade>`select max(name collate "C") as migration,
    coalesce((select next_id from area_fills), 0) as "postsWithoutAreas" from kysely_migration`.execute(db)
  return rows[0]
}

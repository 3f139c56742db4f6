import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { sitePaths } from '#rules/paths.ts'
import { isLoopback } from '../config/address-config.ts'
import type { Services } from '../context.ts'
import type { Database } from '../database/connect.ts'
import { isDatabaseAway } from '../database/is-database-away.ts'
import { outsideWaitLimit, waitWithinLimit } from '../database/wait-limit.ts'
import { isInNetworks, parseNetworks } from '../limits/networks.ts'
import type { Backfill } from '../product.ts'
import { readRelease } from '../release.ts'
import { HttpError, sendError } from './http-error.ts'

/** Addresses of this machine; only requests from it get details. */
const MACHINE = parseNetworks(['127.0.0.0/8', '::1'])

/**
 * `/healthz` answers 200 while the process runs; `/readyz` while the database answers too, or a replica can be read
 * without it, and the process is not stopping. The database is asked at most once a second. From this machine
 * `/readyz?verbose` adds the release and the pending work of an upgrade.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, replicas }: Pick<Services, 'db' | 'replicas'>,
  backfill: Backfill,
): void {
  const release = readRelease()
  const answers = onceASecond(() => sql`select 1`.execute(db))
  const upgrade = onceASecond(() => loadUpgrade(db, backfill))
  app.get(sitePaths.healthz, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get<{ Querystring: { verbose?: unknown } }>(sitePaths.readyz, { logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (app.isDraining) {
      // Not thrown, because an error would be logged and counted as a failure.
      sendError(reply, new HttpError(503, 'UNAVAILABLE'))
      return reply
    }
    const isVerbose = request.query.verbose !== undefined && isFromMachine(request)
    try {
      // A load balancer gives up soon, and the database may hold its connections silently.
      if (isVerbose) return { status: 'ready', release, ...(await waitWithinLimit(upgrade())) }
      await waitWithinLimit(answers())
      return { status: 'ready' }
    } catch (error) {
      // Status 200, or all instances would leave the load balancer while members can still read.
      if (!isDatabaseAway(error) || !replicas.canReplacePrimary()) throw error
      return { status: 'reading', ...(isVerbose && { release }) }
    }
  })
}

function onceASecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= 1000) last = { at: now, answer: outsideWaitLimit(ask) }
    return last.answer
  }
}

/**
 * Whether this machine itself sent the request. A proxy on it that TRUST_PROXY does not list has the same address, but
 * sends one of these headers or a host name.
 */
function isFromMachine({ ip, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return isInNetworks(MACHINE, ip) && isLoopback(hostname) && !isForwarded
}

async function loadUpgrade(db: Database, { name, left }: Backfill): Promise<object | undefined> {
  const { rows } = await sql<object>`select max(name collate "C") as migration, ${left} as ${sql.ref(name)}
    from kysely_migration`.execute(db)
  return rows[0]
}

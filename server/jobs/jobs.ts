import type { FastifyBaseLogger } from 'fastify'
import { runMigrations } from 'graphile-worker'
import type { Services } from '../context.ts'
import { openClient, openPool } from '../db/connect.ts'
import { APPLICATION, loggerFor, openRunner, type Running } from './runner.ts'

export type Jobs = {
  /** Lets running jobs finish, for 8 s at most; interrupted ones are repeated by the next worker. */
  stop(): Promise<void>
}

const RESTART_MS = 1000
const STOP_MS = 8000

/** An arbitrary number that nobody else uses for a lock. */
const MIGRATION_LOCK = 7_240_611

/** Creates the queue's tables (schema `graphile_worker`). Several instances may call it at once. */
export async function migrateJobs(connectionString: string, log: FastifyBaseLogger): Promise<void> {
  const client = openClient({ connectionString, application_name: APPLICATION })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await makeMigrationTable(client)
    const pgPool = openPool({ connectionString, max: 2, application_name: APPLICATION })
    await runMigrations({ pgPool, logger: loggerFor(log) }).finally(() => pgPool.end())
  } finally {
    await client.end()
  }
}

// As graphile-worker 0.18 does itself (migrate.js), but it queries the table first, and PostgreSQL logs an alarming
// error.
async function makeMigrationTable(client: ReturnType<typeof openClient>): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) return
  await client.query(`create schema if not exists graphile_worker;
    create table if not exists graphile_worker.migrations (id int primary key, ts timestamptz default now() not null,
      breaking boolean not null default false)`)
}

export async function startJobs(services: Services, connectionString: string): Promise<Jobs> {
  await migrateJobs(connectionString, services.log)
  let stopped = false
  let runner: Running | undefined
  let restart: NodeJS.Timeout | undefined
  const pools: string[] = []

  const open = async (): Promise<void> => {
    const next = await openRunner(services, connectionString, pools)
    runner = next
    if (stopped) await next.stop()
    next.promise.then(again, again)
  }
  // The worker survives an unreachable database; this restarts it after anything else that ends it.
  const again = (error?: unknown) => {
    if (stopped) return
    const reason = error instanceof Error ? error.message : undefined
    services.log.warn({ reason }, 'the jobs ended unexpectedly; starting them again')
    restart = setTimeout(() => open().catch(again), RESTART_MS)
  }

  await open()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(restart)
      const end = runner?.stop().catch(() => {}) ?? Promise.resolve()
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())])
    },
  }
}

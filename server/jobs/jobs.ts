import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Services } from '../context.ts'
import { openClient, openPool } from '../db/connect.ts'
import { type JobTask, tasks } from './tasks.ts'

export type Jobs = {
  /** Lets running jobs finish, for 8 s at most; interrupted ones are repeated by the next worker. */
  stop(): Promise<void>
}

type Running = Pick<Runner, 'promise' | 'stop'>

/** The name of our connections in PostgreSQL. */
const APPLICATION = 'matnanum jobs'
const CONNECTIONS = 4
const CONCURRENT_JOBS = 2
/** How soon a job without a notification, such as a retry, is found, in milliseconds. */
const POLL_MS = 5000
const RESTART_MS = 1000
const STOP_MS = 8000
/** Consecutive failed queries for jobs, of both workers together: one each for a lost connection, and one more. */
const MAX_FAILURES = 3

/** An arbitrary number that nobody else uses for a lock. */
const MIGRATION_LOCK = 7_240_611

/**
 * Creates the queue's tables (schema `graphile_worker`), without which nothing can be queued. Several instances may
 * call it at once.
 */
export async function migrateJobs(connectionString: string, log: FastifyBaseLogger): Promise<void> {
  const client = openClient({ connectionString, application_name: APPLICATION })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await makeMigrationTable(client)
    const pgPool = openPool({ connectionString, max: 2, application_name: APPLICATION })
    await runMigrations({ pgPool, logger: loggerFor(log) }).finally(() => pgPool.end())
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

/**
 * Creates the migrations table of graphile-worker, as `installSchema` of version 0.18 does (migrate.js). On a new
 * database graphile-worker would query it before creating it, and PostgreSQL would log an alarming error.
 */
async function makeMigrationTable(client: ReturnType<typeof openClient>): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) return
  await client.query(`create schema if not exists graphile_worker;
    create table if not exists graphile_worker.migrations (id int primary key, ts timestamptz default now() not null,
      breaking boolean not null default false)`)
}

/** Brings the queue up to date and works on it, on connections of its own, until stopped. */
export async function startJobs(services: Services, connectionString: string): Promise<Jobs> {
  await migrateJobs(connectionString, services.log)
  let stopped = false
  let runner: Running | undefined
  let restart: NodeJS.Timeout | undefined
  const pools: string[] = []

  const open = async (): Promise<void> => {
    const opened = await openRunner(services, connectionString, pools)
    runner = opened
    if (stopped) await opened.stop()
    opened.promise.then(again, again)
  }
  // The worker survives an unreachable database; this restarts it after anything else that ends it.
  const again = (error?: unknown) => {
    if (stopped) return
    services.log.error({ err: error }, 'the jobs ended unexpectedly; starting them again')
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

/** `pools` names the worker pools of this process that have ended, and receives the name of the new one. */
async function openRunner(services: Services, connectionString: string, pools: string[]): Promise<Running> {
  const pgPool = openPool({ connectionString, max: CONNECTIONS, application_name: APPLICATION })
  const { events, stuck } = watch()
  const opened = await repeatJobsOf(pools, pgPool)
    .then(() => {
      events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
      return startRunner(services, pgPool, events)
    })
    .catch(async (error: unknown) => {
      await pgPool.end()
      throw error
    })
  stuck.then(() => opened.stop()).catch(() => {})
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= pgPool.end()
    return ending
  }
  return {
    // Not awaited: a connection lost in use would stop the next runner from starting.
    promise: opened.promise.finally(() => void end()),
    stop: () => opened.stop().finally(end),
  }
}

function startRunner(services: Services, pgPool: Pool, events: WorkerEvents): Promise<Runner> {
  return run({
    pgPool,
    events,
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // Without these, a job that ends while the database is away causes an unhandled rejection, which ends the process
    // (graphile-worker 0.18, worker.js). With them the runner ends, and is started again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerFor(services.log),
    taskList: taskListFor(services),
    parsedCronItems: parseCronItems(cronItems()),
  })
}

/** Jobs whose end could not be stored stay locked for four hours; these may be repeated at once. */
async function repeatJobsOf(pools: string[], pgPool: Pool): Promise<void> {
  if (pools.length === 0) return
  await pgPool.query('select graphile_worker.force_unlock_workers($1::text[])', [pools])
  pools.length = 0
}

/**
 * Detects a worker that fails to query jobs again and again. A worker whose first query was lost keeps that failure as
 * its answer forever (graphile-worker 0.18, taskIdentifiers.js), until it is restarted.
 */
function watch(): { events: WorkerEvents; stuck: Promise<void> } {
  const events: WorkerEvents = new EventEmitter()
  let failures = 0
  const stuck = new Promise<void>((resolve) => {
    events.on('worker:getJob:error', () => {
      failures += 1
      if (failures === MAX_FAILURES) resolve()
    })
  })
  const works = () => {
    failures = 0
  }
  events.on('worker:getJob:empty', works)
  events.on('job:start', works)
  return { events, stuck }
}

/** The tasks as the worker calls them; for tests that run the queue once. */
export function taskListFor(services: Services): TaskList {
  const bind = (task: JobTask) => (payload: unknown) => task.run(services, payload)
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bind(task)]))
}

function cronItems() {
  return Object.entries(tasks).flatMap(([name, { cron }]) =>
    cron === undefined ? [] : [{ task: name, match: cron, options: { jobKey: `cron ${name}`, maxAttempts: 3 } }],
  )
}

/** For tests that work on a queue: logs nothing. */
export const quietLogger = new Logger(() => () => {})

/** Writes the worker's messages to our log; successes at level debug. */
function loggerFor(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const details = { ...scope, ...(meta.error !== undefined && { err: meta.error }) }
    if (level === 'error') log.error(details, message)
    else if (level === 'warning') log.warn(details, message)
    else log.debug(details, message)
  })
}

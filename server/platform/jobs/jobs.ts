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
import { openClient, openPool } from '../database/connect.ts'

/** A kind of job. A job may run twice for one cause; the second run must then change nothing. */
export type JobTask = {
  /** A throw causes a retry later, with growing pauses. */
  run(services: Services, payload: unknown): Promise<void>
  /** When it runs by itself (crontab, UTC), on one of the instances. */
  cron?: string
}

/** All kinds of jobs by name: `select graphile_worker.add_job('name', payload)`. */
export type JobTasks = Readonly<Record<string, JobTask>>

/** The running queue of jobs. */
export type Jobs = {
  stop(): Promise<void>
}

const RESTART_MS = 1000
const STOP_MS = 8000

/** Arbitrary number, unique among our advisory locks. */
const MIGRATION_LOCK = 7_240_611

export async function migrateJobQueue(connectionString: string, log: FastifyBaseLogger): Promise<void> {
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

// Makes the table like graphile-worker 0.18 (migrate.js), which queries it first and so makes PostgreSQL log an
// alarming error.
async function makeMigrationTable(client: ReturnType<typeof openClient>): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) return
  await client.query(`create schema if not exists graphile_worker;
    create table if not exists graphile_worker.migrations (id int primary key, ts timestamptz default now() not null,
      breaking boolean not null default false)`)
}

export async function startJobs(services: Services, connectionString: string, tasks: JobTasks): Promise<Jobs> {
  await migrateJobQueue(connectionString, services.log)
  let stopped = false
  let isAway = false
  let runner: RunningQueue | undefined
  let restart: NodeJS.Timeout | undefined
  const pools: string[] = []
  const { log } = services
  const work = {
    services,
    tasks,
    logger: loggerFor(log, () => isAway),
    onWorking: () => {
      if (isAway) log.info('the jobs run again')
      isAway = false
    },
  }

  const open = async (): Promise<void> => {
    const next = await openRunner(work, connectionString, pools)
    runner = next
    if (stopped) await next.stop()
    next.promise.then(again, again)
  }
  // The worker survives an unreachable database; this restarts it after any other end.
  const again = (error?: unknown) => {
    if (stopped) return
    const reason = error instanceof Error ? error.message : undefined
    if (isAway) log.debug({ reason }, 'the jobs could not be started again yet')
    else log.warn({ reason }, 'the jobs ended unexpectedly; starting them again until they run')
    isAway = true
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

const APPLICATION = 'matnanum jobs'
const CONNECTIONS = 4
const CONCURRENT_JOBS = 2
const POLL_MS = 5000
/**
 * Successive failed queries of the two workers that mean a stuck one: a lost connection fails one query of each, and
 * this is one more.
 */
const MAX_FAILURES = 3

type Work = Readonly<{ services: Services; tasks: JobTasks; logger: Logger; onWorking: () => void }>

export type RunningQueue = Pick<Runner, 'promise' | 'stop'>

/** `pools` names the worker pools of this process that have ended, and receives the name of the new one. */
async function openRunner(work: Work, connectionString: string, pools: string[]): Promise<RunningQueue> {
  const pgPool = openPool({ connectionString, max: CONNECTIONS, application_name: APPLICATION })
  const { events, stuck } = watch(work.onWorking)
  const runner = await repeatJobsOf(pools, pgPool)
    .then(() => {
      events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
      return startRunner(work, pgPool, events)
    })
    .catch(async (error: unknown) => {
      await pgPool.end()
      throw error
    })
  stuck.then(() => runner.stop()).catch(() => {})
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= pgPool.end()
    return ending
  }
  return {
    // Not awaited: a connection lost in use would keep the next runner from starting.
    promise: runner.promise.finally(() => void end()),
    stop: () => runner.stop().finally(end),
  }
}

function startRunner({ services, tasks, logger }: Work, pgPool: Pool, events: WorkerEvents): Promise<Runner> {
  return run({
    pgPool,
    events,
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // Without these delays, a job that ends while the database is away causes an unhandled rejection and ends the
    // process (graphile-worker 0.18, worker.js); with them only the runner ends.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger,
    taskList: taskListFor(services, tasks),
    parsedCronItems: parseCronItems(cronItems(tasks)),
  })
}

/** Unlocks jobs whose end could not be stored; otherwise they stay locked for four hours. */
async function repeatJobsOf(pools: string[], pgPool: Pool): Promise<void> {
  if (pools.length === 0) return
  await pgPool.query('select graphile_worker.force_unlock_workers($1::text[])', [pools])
  pools.length = 0
}

// Detects a worker whose first query was lost: it repeats that failure until it is restarted (graphile-worker 0.18,
// taskIdentifiers.js).
function watch(onWorking: () => void): { events: WorkerEvents; stuck: Promise<void> } {
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
    onWorking()
  }
  events.on('worker:getJob:empty', works)
  events.on('job:start', works)
  return { events, stuck }
}

export function taskListFor(services: Services, tasks: JobTasks): TaskList {
  const bind = (task: JobTask) => (payload: unknown) => task.run(services, payload)
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bind(task)]))
}

function cronItems(tasks: JobTasks) {
  return Object.entries(tasks).flatMap(([name, { cron }]) =>
    cron === undefined ? [] : [{ task: name, match: cron, options: { jobKey: `cron ${name}`, maxAttempts: 3 } }],
  )
}

type Failure = { failure?: true; job?: { task_identifier: string; attempts: number; max_attempts: number } }

/**
 * Failures with a retry are warnings of one line; a job's last failure is an error with its stack.
 * @param isAway while true the queue's own failures are lines for debugging, because they repeat each second
 */
export function loggerFor(log: FastifyBaseLogger, isAway: () => boolean = () => false): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const { failure, job } = meta as Failure
    if (failure && job && job.attempts < job.max_attempts) {
      const attempt = `attempt ${job.attempts} of ${job.max_attempts}`
      log.warn(
        { ...scope, reason: String((meta.error as Error | undefined)?.message) },
        `${job.task_identifier}: ${attempt} failed, tried again later`,
      )
      return
    }
    const details = { ...scope, ...(meta.error !== undefined && { err: meta.error }) }
    if (isAway() && !failure) log.debug(details, message)
    else if (level === 'error' && failure) log.error(details, message)
    else if (level === 'error')
      log.warn({ ...scope, reason: String((meta.error as Error | undefined)?.message) }, message)
    else if (level === 'warning') log.warn(details, message)
    else log.debug(details, message)
  })
}

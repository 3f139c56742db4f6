import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { type Config, loadConfig } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import { listenForChanges } from '#server/platform/database/changes.ts'
import { type Database, openPool } from '#server/platform/database/connect.ts'
import { openReplicas } from '#server/platform/database/replicas.ts'
import { CLIENT_LIMITS, type ClientLimits } from '#server/platform/http/slow-clients.ts'
import { taskListFor } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import type { Message, Transport } from '#server/platform/mail/transports.ts'
import { Passwords } from '#server/platform/passwords/passwords.ts'
import { Secrets } from '#server/platform/secrets.ts'
import type { WebApplication } from '#server/product/pages/render-page.ts'
import { tasks } from '#server/product/tasks.ts'
import { buildApp, createChangeListeners, createListeningStateListener, createServices } from '#server/site.ts'
import { type Api, createApi } from './api.ts'
import { databaseWithPlaces, freshDatabase, openDatabase } from './database.ts'
import { ownPort } from './own-port.ts'

export type Site = Readonly<{
  config: Config
  db: Database
  connectionString: string
  pool: pg.Pool
  services: Services
  app: FastifyInstance
  /** A browser without cookies; `api.fresh('127.0.0.2')` is one on another network. */
  api: Api
  /** Everything that was logged, as text. */
  logged(): string
  /** Runs the queue until nothing is due, and returns every mail recorded so far. */
  mails(): Promise<Message[]>
  close(): Promise<void>
}>

/** A tenth of the time of production's hashes, for the thousands of logins of the tests. */
const LOW_COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 }

const silent = new Logger(() => () => {})

type Options = {
  env?: Record<string, string>
  /** The bundled places and areas of Korea are loaded. */
  places?: true
  /** Mail is really sent instead of recorded. */
  mailer?: 'as configured'
  /** Passwords are hashed with the cost that they have in production. */
  passwords?: 'as in production'
  web?: WebApplication
  metrics?: Services['metrics']
  tracing?: NonNullable<Services['tracing']>
  /** Size of its pool; 10 by default, whatever DATABASE_POOL says. */
  connections?: number
  /** How long slow clients are waited for, and how many. */
  clientLimits?: Partial<ClientLimits>
  /** It listens for changes as the instances of a site do; otherwise it keeps no shared responses. */
  listens?: true
  /**
   * Makes this one of several instances of a site, with a database and a data folder that the caller made and removes.
   */
  instanceOf?: { connectionString: string; dataDir: string }
}

/** The whole server over real HTTP with a separate database and data folder; only mail is recorded instead of sent. */
export async function startSite(options: Options = {}): Promise<Site> {
  const {
    env = {},
    places,
    mailer,
    passwords,
    web,
    metrics,
    tracing,
    clientLimits,
    connections,
    instanceOf,
    listens,
  } = options
  const dataDir = instanceOf?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'matnanum-site-')))
  const port = await ownPort()
  // Tests of moderators sign in by a password alone, but for those of two-step sign-in.
  const fixed = { NODE_ENV: 'test', BUNDLED_PLACES: 'off', STAFF_GRACE_DAYS: '3650' }
  const config = loadConfig({ ...fixed, PORT: String(port), DATA_DIR: dataDir, ...env })
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const urls = config.databaseReadUrls
  // Replicas may lag as long as a test wants.
  const replicas = openReplicas({ primary: config.databaseUrl ?? '', urls, connections: 10, log, maxLagMs: 600_000 })
  const database = instanceOf
    ? openDatabase(instanceOf.connectionString, replicas)
    : await (places ? databaseWithPlaces() : freshDatabase(connections))
  const workers = openPool({ connectionString: database.connectionString, max: 2 })
  const outbox: Message[] = []
  const recorder: Transport = { send: async (message) => void outbox.push(message), close: () => {} }
  const services = createServices({
    config,
    db: database.db,
    replicas,
    secrets: new Secrets('a secret of at least thirty-two characters'),
    log,
    ...(metrics && { metrics }),
    ...(tracing && { tracing }),
    ...(mailer !== 'as configured' && { mailer: recorder }),
    ...(passwords !== 'as in production' && {
      passwords: new Passwords(config.passwordQueue, undefined, LOW_COST),
    }),
  })
  const app = await buildApp(services, web ?? null, { clientLimits: { ...CLIENT_LIMITS, ...clientLimits } })
  const stopListening =
    (instanceOf || listens) &&
    (await listenForChanges(
      database.connectionString,
      createChangeListeners(services),
      log,
      createListeningStateListener(services),
    ))
  await app.listen({ host: '127.0.0.1', port })
  return {
    config,
    db: database.db,
    connectionString: database.connectionString,
    pool: database.pool,
    services,
    app,
    api: createApi(`http://127.0.0.1:${port}`),
    logged: () => lines.join(''),
    mails: async () => {
      await runOnce({ pgPool: workers, taskList: taskListFor(services, tasks), logger: silent })
      await jobsSettled(database.db)
      return outbox
    },
    close: async () => {
      if (stopListening) await stopListening()
      await app.close()
      services.mailer.close()
      await services.images.close()
      await workers.end()
      await database.drop()
      await replicas.close()
      if (!instanceOf) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A site for the tests of one file, closed after the last. */
export async function openSite(options?: Options): Promise<Site> {
  const site = await startSite(options)
  afterAll(() => site.close())
  return site
}

/** The name of a worker that has locked a job for ever. */
export const DEAD_WORKER = 'dead'

/** The worker does not wait for the outcome of its last job to be stored. */
async function jobsSettled(db: Database): Promise<void> {
  const locked = sql<{ id: number }>`select id from graphile_worker.jobs where locked_by <> ${DEAD_WORKER}`
  while ((await locked.execute(db)).rows.length > 0) await wait(5)
}

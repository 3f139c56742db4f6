import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { backUpBeforeMigration } from './platform/backup/before-migration.ts'
import { openLogArchive } from './platform/backup/log/archive-log.ts'
import { scheduleBackups } from './platform/backup/schedule.ts'
import { watchBackupAges } from './platform/backup/watch-ages.ts'
import { type Config, shareOfProcess } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { CHANGES_CHANNEL, changesOf, type Listeners, listenForChanges } from './platform/database/changes.ts'
import { connect, openAllConnections } from './platform/database/connect.ts'
import { prepareDatabaseAndSecrets } from './platform/database/prepare-database.ts'
import { NO_REPLICAS, openReplicas } from './platform/database/replicas.ts'
import { runCheckpoint } from './platform/database/time-limits.ts'
import { type AppOptions, createApp } from './platform/http/create-app.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { createRateLimits } from './platform/limits/rate-limits.ts'
import { createTransport } from './platform/mail/transports.ts'
import { noMetrics } from './platform/metrics/metrics.ts'
import { openMetrics } from './platform/metrics/open-metrics.ts'
import type { Prometheus } from './platform/metrics/prometheus.ts'
import { Passwords, passwordCores } from './platform/passwords/passwords.ts'
import { DELETED_IMAGE_CHANNEL } from './platform/pictures/delete-images.ts'
import { createImages, imageFolder } from './platform/pictures/images.ts'
import { joinSharedFolder } from './platform/pictures/shared-folder.ts'
import { listen } from './platform/ports.ts'
import { copyLegalTemplates } from './product/legal/legal-texts.ts'
import { loadWebApplication, type WebApplication } from './product/pages/render-page.ts'
import { startLoadingBundle } from './product/places/bundle/start-bundle.ts'
import { keepNameIndexLoaded } from './product/places/names/known-names.ts'
import { product } from './product/product.ts'
import { registerRoutes } from './product/routes.ts'
import { queueFillAreas } from './product/tasks.ts'

export type StartOptions = Readonly<{
  config: Config
  log: FastifyBaseLogger
  /** Gets what has to be closed, in the order of opening. */
  cleanup: AsyncDisposableStack
  databaseUrl: string
  onMigrating?: () => void
}>

type SiteStart = StartOptions &
  Readonly<{
    /** Whether this process does the work of one process per machine. */
    runsJobs: boolean
    /** Receives the changes of other processes; without it the site listens over a connection of its own. */
    receiveChanges?: (listeners: Listeners, onState: (isListening: boolean) => void) => Promise<() => Promise<void>>
    /** Called when everything is open but the port. */
    onReady: (app: FastifyInstance) => void
    signal?: AbortSignal
  }>

/**
 * Opens what answers requests: services → jobs → routes and pages → port → background work.
 * @throws {StartError} when the database, a folder or the port cannot be used
 */
export async function startSite(start: SiteStart): Promise<{ prometheus: Prometheus | null }> {
  const { config, log, cleanup, databaseUrl, runsJobs, signal } = start
  const { prometheus, ...observers } = await openMetrics(config, cleanup)
  const needs = { connections: config.databasePool, checksFolder: runsJobs, ...observers }
  const services = await openServices(start, needs)
  const logArchive = runsJobs ? openLogArchive({ config, databaseUrl, log }) : null
  signal?.throwIfAborted()
  if (runsJobs) {
    await copyLegalTemplates(config)
    const { dataDir, backup } = config
    const { backfill, mailStops } = product
    const ages = { backupAges: watchBackupAges(config), backup, logArchive }
    prometheus?.addSiteFigures(services.db, { dataDir, ...ages, backfill, mailStops })
    const jobs = await startJobs(services, databaseUrl, product.tasks)
    cleanup.defer(() => jobs.stop())
    signal?.throwIfAborted()
  }
  const web = await loadWebApplication(config)
  cleanup.defer(web.close)
  const app = await buildApp(services, web)
  const [listeners, onState] = [createChangeListeners(services), createListeningStateListener(services)]
  const { receiveChanges } = start
  const receiving = receiveChanges?.(listeners, onState) ?? listenForChanges(databaseUrl, listeners, log, onState)
  cleanup.defer(await receiving)
  signal?.throwIfAborted()
  start.onReady(app)
  await listen(app, config)
  // The first search of this process would otherwise wait until the names are loaded.
  cleanup.defer(keepNameIndexLoaded(services.db))
  if (runsJobs) startBackgroundWork(services, start)
  if (logArchive) cleanup.defer(logArchive.start())
  return { prometheus }
}

type ServiceNeeds = Partial<Services> &
  Readonly<{
    connections: number
    /** False in further processes of this machine: the first one has checked the picture folder. */
    checksFolder?: boolean
  }>

/** Database → migrations and secret → pictures → mail. @throws {StartError} when the database or a folder cannot be used */
export async function openServices(
  { config, log, cleanup, databaseUrl, onMigrating }: StartOptions,
  { connections, checksFolder = true, ...given }: ServiceNeeds,
): Promise<Services> {
  const replicas = openReplicas({ primary: databaseUrl, urls: config.databaseReadUrls, connections, log })
  cleanup.defer(() => replicas.close())
  const { db, pool, turns } = connect(databaseUrl, connections, { replicas, log: given.tracing?.logQuery })
  cleanup.defer(() => db.destroy())
  const backUp = () => backUpBeforeMigration({ config, databaseUrl, log })
  const patience = { seconds: config.databaseWait, log, backUp, ...(onMigrating && { onMigrating }) }
  const secrets = await prepareDatabaseAndSecrets(db, config, product.sealed, patience)
  await openAllConnections(pool)
  // Pictures in a store are the same for all instances.
  if (checksFolder && config.objectStore === null) {
    cleanup.defer(await joinSharedFolder({ connectionString: databaseUrl, folder: imageFolder(config), log }))
  }
  const services = createServices({ config, db, replicas, secrets, log, ...given })
  cleanup.defer(() => services.images.close())
  if (checksFolder) await services.images.check()
  cleanup.defer(() => services.mailer.close())
  services.metrics.watchPool(turns)
  services.metrics.watchQueue('passwords', () => services.passwords.waiting)
  services.metrics.watchQueue('pictures', () => services.images.waiting)
  services.metrics.watchReplicas(replicas)
  return services
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'log'> & Partial<Services>

/** Makes the services; each of `parts` is used in place of its default. */
export function createServices(parts: Parts): Services {
  const { config, db, secrets, log } = parts
  return {
    replicas: NO_REPLICAS,
    metrics: noMetrics,
    tracing: null,
    images: createImages({ config, db, visibility: product.pictures }),
    passwords: new Passwords(config.passwordQueue, shareOfProcess(config, passwordCores())),
    rateLimits: createRateLimits({ db, secrets, rates: config.limits.rates }),
    mailer: createTransport(config, log),
    ...parts,
  }
}

export async function buildApp(
  services: Services,
  web: WebApplication | null,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const app = await createApp(services, product, options)
  await registerRoutes(app, services, web)
  return app
}

/** Reactions to changes of other processes, by the channel of the notification. */
export function createChangeListeners({ db, images }: Services): Listeners {
  return { [CHANGES_CHANNEL]: (payload) => changesOf(db).hear(payload), [DELETED_IMAGE_CHANNEL]: images.forget }
}

/** Returns the function to call when changes of other processes begin or cease to arrive. */
export function createListeningStateListener({ db }: Pick<Services, 'db'>): (isListening: boolean) => void {
  return (isListening) => changesOf(db).setListening(isListening)
}

/** Updates the bundled places and makes backups, while requests are answered. */
function startBackgroundWork(services: Services, { config, log, cleanup, databaseUrl }: StartOptions): void {
  const onBundle = async () => {
    await queueFillAreas(services.db)
    // Writes what the import left in memory to disk, or the embedded database would need seconds to stop after a first
    // start.
    if (config.databaseUrl !== null) return
    await runCheckpoint(services.db).catch((err: unknown) =>
      log.warn({ err }, 'the database could not write to disk early'),
    )
  }
  cleanup.defer(scheduleBackups({ config, databaseUrl, log }))
  cleanup.defer(startLoadingBundle(databaseUrl, config.places.bundledPlaces, log, onBundle))
}

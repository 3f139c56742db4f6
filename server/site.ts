import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openApp } from './app.ts'
import { ageOfNewest, scheduleBackups } from './platform/backup/schedule.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { checkpoint } from './platform/db/time-limits.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { noMetrics } from './platform/metrics/metrics.ts'
import type { Prometheus } from './platform/metrics/prometheus.ts'
import { openServices } from './platform/open-services.ts'
import { explainListenError } from './platform/ports.ts'
import { copyTemplates } from './product/legal/legal-texts.ts'
import { startBundle } from './product/places/bundle/start-bundle.ts'
import { keepNamesKnown } from './product/places/names/known-names.ts'
import { queueFillAreas, tasks } from './product/tasks.ts'

type Options = Readonly<{
  config: Config
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
  databaseUrl: string
  /** Whether this process does the work of one process per machine. */
  runsJobs: boolean
  onMigrating?: () => void
  signal?: AbortSignal
}>

export type Site = Readonly<{
  app: FastifyInstance
  services: Services
  databaseUrl: string
  prometheus: Prometheus | null
}>

/** The port is not open yet. @throws {StartError} when the database or a folder cannot be used */
export async function startSite(options: Options): Promise<Site> {
  const { config, log, cleanup, databaseUrl, runsJobs, onMigrating, signal } = options
  const prometheus =
    config.metricsPort === null ? null : (await import('./platform/metrics/prometheus.ts')).createPrometheus()
  const tracing = config.isTraced ? await (await import('./platform/metrics/tracing.ts')).startTracing() : null
  if (tracing) cleanup.defer(() => tracing.close())
  const needs = {
    databaseUrl,
    connections: config.databasePool,
    checksFolder: runsJobs,
    metrics: prometheus ?? noMetrics,
    tracing,
    ...(onMigrating && { onMigrating }),
  }
  const { services } = await openServices(config, log, cleanup, needs)
  signal?.throwIfAborted()
  if (runsJobs) {
    await copyTemplates(config)
    const { folder } = config.backup
    const ageOfBackup = folder === null ? null : () => ageOfNewest(folder)
    prometheus?.addSiteFigures(services.db, { dataDir: config.dataDir, ageOfBackup })
    const jobs = await startJobs(services, databaseUrl, tasks)
    cleanup.defer(() => jobs.stop())
    signal?.throwIfAborted()
  }
  const app = await openApp({ services, databaseUrl, log }, cleanup)
  signal?.throwIfAborted()
  return { app, services, databaseUrl, prometheus }
}

/**
 * Connections that may wait to be accepted; the system may allow fewer. When one network fills the backlog, the system
 * drops connections of others, which retry after 1, 3, 7 and 15 seconds.
 */
const BACKLOG = 4096

/** @throws {StartError} with host and port if the port cannot be used */
export async function listen({ app }: Pick<Site, 'app'>, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  await explainListenError({ host, port }, app.listen({ host, port, backlog: BACKLOG }))
}

/** Every worker keeps all names in memory, because a search would otherwise wait for them. */
export function prepareSearch({ services }: Pick<Site, 'services'>, cleanup: AsyncDisposableStack): void {
  cleanup.defer(keepNamesKnown(services.db))
}

/** Updates the bundled places and makes backups, while requests are answered. */
export function startBackgroundWork({ services, databaseUrl }: Site, cleanup: AsyncDisposableStack): void {
  const { config, db, log } = services
  const onBundle = async () => {
    await queueFillAreas(db)
    // Otherwise the embedded database needs seconds to stop after a first start, for its own checkpoint.
    if (config.databaseUrl === null)
      await checkpoint(db).catch((error: unknown) =>
        log.warn({ err: error }, 'the database could not write to disk early'),
      )
  }
  cleanup.defer(scheduleBackups({ config, databaseUrl, log }))
  cleanup.defer(startBundle(databaseUrl, config.places.bundledPlaces, log, onBundle))
}

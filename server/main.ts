import path from 'node:path'
import { MaintenanceServer } from './platform/cluster/maintenance.ts'
import { DRAIN_MS } from './platform/config/limits-config.ts'
import { type Config, configWarnings, loadConfig, readEnvironment } from './platform/config.ts'
import { explainLostConnection, startDatabase } from './platform/database/start-database.ts'
import { ConfigError } from './platform/env-reader.ts'
import { createLog, standardOutput } from './platform/log.ts'
import { metricsOfWorkers, serveMetrics } from './platform/metrics/prometheus.ts'
import { explainListenError, findFreePort, tryPort } from './platform/ports.ts'
import { readRelease } from './platform/release.ts'
import { handleSignals, type RunningSite } from './platform/signals.ts'
import { reportFailedStart } from './platform/start-error.ts'

// The first process: it does everything, or starts the database and workers that answer requests.

const config = await readConfig()
const log = createLog(config.logLevel)
for (const warning of configWarnings(config, undefined, readEnvironment())) log.warn(warning)
const cleanup = new AsyncDisposableStack()
const stopping = new AbortController()
const { signal } = stopping
const starting = start()
handleSignals({ log, cleanup, starting, stopping })
try {
  await starting
  log.info(readRelease(), 'running')
  if (!signal.aborted) standardOutput.write(`${config.siteName}: ${config.publicOrigin}\n`)
} catch (failure) {
  if (!signal.aborted) {
    reportFailedStart(explainLostConnection(failure, config), log)
    await cleanup.disposeAsync().catch((error: unknown) => log.error({ err: error }, 'stopping'))
    process.exit(1)
  }
}

/** Resolves PORT=0 first, because the site's own URL contains the port. */
async function readConfig(): Promise<Config> {
  try {
    const env = readEnvironment()
    const config = loadConfig(env)
    return config.port === 0 ? loadConfig({ ...env, PORT: String(await findFreePort(config.host)) }) : config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(1)
  }
}

async function start(): Promise<RunningSite> {
  await explainListenError(config, tryPort(config.host, config.port))
  signal.throwIfAborted()
  const maintenance = new MaintenanceServer(config)
  cleanup.defer(() => maintenance.close())
  return config.processes === 1 ? serveAlone(maintenance) : startWorkers(maintenance)
}

async function serveAlone(maintenance: MaintenanceServer): Promise<RunningSite> {
  // A dynamic import, because the primary process of several must never load the site's own code.
  const [{ startSite }, databaseUrl] = await Promise.all([import('./site.ts'), startDatabase(config, log, cleanup)])
  const { prometheus } = await startSite({
    config,
    log,
    cleanup,
    databaseUrl,
    runsJobs: true,
    onMigrating: () => maintenance.open(),
    onReady: (app) => {
      cleanup.defer(() => app.drain(config.drainSeconds * 1000, DRAIN_MS))
      maintenance.close()
    },
    signal,
  })
  if (prometheus) await serveMetrics(config, prometheus, cleanup)
  return { replaceAll: null }
}

/** Only workers load the site's code, so replacing them loads new code. */
async function startWorkers(maintenance: MaintenanceServer): Promise<RunningSite> {
  const [{ Workers }, { ChangeRelay }] = await Promise.all([
    import('./platform/cluster/workers.ts'),
    import('./platform/cluster/change-relay.ts'),
  ])
  // Closed in reverse order: workers stop before the database.
  const database = startDatabase(config, log, cleanup.use(new AsyncDisposableStack()))
  const relay = new ChangeRelay(database, log)
  cleanup.defer(() => relay.close())
  const workers = new Workers({
    program: path.join(import.meta.dirname, 'worker.ts'),
    count: config.processes,
    drainSeconds: config.drainSeconds,
    env: { PORT: String(config.port), RELAYS_CHANGES: '1' },
    log,
    database,
    maintenance,
  })
  cleanup.defer(() => workers.stop())
  // The first worker loads its code while PostgreSQL starts.
  const started = workers.start()
  started.catch(() => {})
  await database
  signal.throwIfAborted()
  await started
  if (config.metricsPort !== null) await serveMetrics(config, await metricsOfWorkers(), cleanup)
  return { replaceAll: () => workers.replaceAll() }
}

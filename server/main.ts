import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Maintenance } from './platform/cluster/maintenance.ts'
import { DRAIN_MS } from './platform/config/limits-config.ts'
import { type Config, loadConfig, readEnvironment, warningsOf } from './platform/config.ts'
import { explainLostConnection, startDatabase } from './platform/db/start-database.ts'
import { ConfigError } from './platform/env-reader.ts'
import { createLog, standardOutput } from './platform/log.ts'
import { metricsOfWorkers, serveMetrics } from './platform/metrics/prometheus.ts'
import { explainListenError, freePort, tryPort } from './platform/ports.ts'
import { readRelease } from './platform/release.ts'
import { handleSignals, type Running } from './platform/signals.ts'
import { StartError } from './platform/start-error.ts'

type Starting = Readonly<{
  config: Config
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
  signal: AbortSignal
}>

async function start(starting: Starting): Promise<Running> {
  const { config, signal } = starting
  await explainListenError(config, tryPort(config.host, config.port))
  signal.throwIfAborted()
  return config.processes === 1 ? serveAlone(starting) : startWorkers(starting)
}

async function serveAlone({ config, log, cleanup, signal }: Starting): Promise<Running> {
  // The primary of several processes never loads the site's own code.
  const [{ listen, prepareSearch, startBackgroundWork, startSite }, databaseUrl] = await Promise.all([
    import('./site.ts'),
    startDatabase(config, log, cleanup),
  ])
  const maintenance = new Maintenance(config)
  cleanup.defer(() => maintenance.close())
  const onMigrating = () => maintenance.open()
  const site = await startSite({ config, log, cleanup, databaseUrl, runsJobs: true, onMigrating, signal })
  cleanup.defer(() => site.app.drain(config.drainSeconds * 1000, DRAIN_MS))
  maintenance.close()
  await listen(site, config)
  prepareSearch(site, cleanup)
  if (site.prometheus) await serveMetrics(config, site.prometheus, cleanup)
  startBackgroundWork(site, cleanup)
  return { replaceAll: null }
}

/** Only workers load the site's code, so replacing them loads new code. */
async function startWorkers({ config, log, cleanup, signal }: Starting): Promise<Running> {
  const { Workers } = await import('./platform/cluster/workers.ts')
  const database = startDatabase(config, log, cleanup)
  const { processes: count, heapMb, port, drainSeconds } = config
  const maintenance = new Maintenance(config)
  cleanup.defer(() => maintenance.close())
  const workers = new Workers({
    program: path.join(import.meta.dirname, 'worker.ts'),
    count,
    heapMb,
    drainSeconds,
    env: { PORT: String(port) },
    log,
    database,
    maintenance,
  })
  // The first worker loads its code while PostgreSQL starts.
  const starting = workers.start()
  starting.catch(() => {})
  try {
    await database
  } catch (error) {
    await workers.stop()
    throw error
  }
  // Deferred calls run in reverse order: workers stop before the database.
  cleanup.defer(() => workers.stop())
  signal.throwIfAborted()
  await starting
  if (config.metricsPort !== null) await serveMetrics(config, await metricsOfWorkers(), cleanup)
  return { replaceAll: () => workers.replaceAll() }
}

/** Resolves PORT=0 first, because the site's own URL contains the port. */
async function readConfig(): Promise<Config> {
  try {
    const env = readEnvironment()
    const config = loadConfig(env)
    return config.port === 0 ? loadConfig({ ...env, PORT: String(await freePort(config.host)) }) : config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(1)
  }
}

async function main(): Promise<void> {
  const config = await readConfig()
  const log: FastifyBaseLogger = createLog(config.logLevel)
  for (const warning of warningsOf(config, undefined, readEnvironment())) log.warn(warning)
  const cleanup = new AsyncDisposableStack()
  const stopping = new AbortController()
  const starting = start({ config, log, cleanup, signal: stopping.signal })
  handleSignals({ log, cleanup, starting, stopping })
  try {
    await starting
    log.info(readRelease(), 'running')
    if (!stopping.signal.aborted) standardOutput.write(`${config.siteName}: ${config.publicOrigin}\n`)
  } catch (failure) {
    if (stopping.signal.aborted) return
    const error = explainLostConnection(failure, config)
    if (error instanceof StartError) {
      if (error.message !== '') console.error(error.message)
    } else {
      log.fatal({ err: error }, 'could not start')
      console.error(`Not started: ${error instanceof Error ? error.message : error}`)
    }
    await cleanup.disposeAsync().catch((err: unknown) => log.error({ err }, 'stopping'))
    process.exit(1)
  }
}

await main()

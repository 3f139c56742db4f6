import { once } from 'node:events'
import { receiveChanges } from './platform/cluster/change-relay.ts'
import type { MessageFromWorker, MessageToWorker } from './platform/cluster/workers.ts'
import { DRAIN_MS, WORKER_BEAT_MS } from './platform/config/limits-config.ts'
import { loadConfig, readEnvironment } from './platform/config.ts'
import { embeddedDatabaseUrl } from './platform/database/embedded.ts'
import { explainLostConnection } from './platform/database/start-database.ts'
import { createLog } from './platform/log.ts'
import { ERROR_PRINTED_CODE, reportFailedStart } from './platform/start-error.ts'
import { startSite } from './site.ts'

// A process that answers requests. The primary starts it, tells it when the database runs, and ends it.

// Ctrl-C and a closing terminal reach every process; only the primary reacts and tells the others.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})
process.on('SIGTERM', () => tell('told to stop'))

const env = readEnvironment()
const config = loadConfig(env)
const log = createLog(config.logLevel)
const cleanup = new AsyncDisposableStack()
const portClosed = Promise.withResolvers<void>()

try {
  await once(process, 'message')
  await startSite({
    config,
    log,
    cleanup,
    databaseUrl: config.databaseUrl ?? (await embeddedDatabaseUrl(config.dataDir)),
    runsJobs: env.RUNS_JOBS === '1',
    // A first process of an older release relays nothing.
    ...(env.RELAYS_CHANGES === '1' && { receiveChanges }),
    onMigrating: () => tell('migrating'),
    onReady: (app) => {
      process.on('message', (message: MessageToWorker) => {
        if (message === 'finish') portClosed.resolve()
        if (message === 'retire') end(app.retire())
        if (message === 'drain') end(app.drain(config.drainSeconds * 1000, DRAIN_MS, othersClosed))
      })
      tell('migrated')
      setInterval(() => tell('alive'), WORKER_BEAT_MS).unref()
    },
  })
} catch (failure) {
  reportFailedStart(explainLostConnection(failure, config), log)
  await cleanup.disposeAsync().catch(() => {})
  process.exit(ERROR_PRINTED_CODE)
}

function tell(message: MessageFromWorker): void {
  // If the primary has just ended, this process ends too.
  process.send?.(message, undefined, undefined, () => {})
}

/** Waits until the ports of all workers are closed: a client answered earlier could connect again to another worker. */
function othersClosed(): Promise<void> {
  tell('port closed')
  return portClosed.promise
}

function end(stopped: Promise<void>): void {
  stopped
    .then(() => cleanup.disposeAsync())
    .catch((error: unknown) => log.error({ err: error }, 'stopping'))
    .finally(() => process.exit(0))
}

import type { FastifyBaseLogger } from 'fastify'
import { hasNoStreets } from './config/places-config.ts'
import { type Config, loadConfig, readEnvironment, warningsOf } from './config.ts'
import type { Services } from './context.ts'
import { ConfigError } from './env-reader.ts'
import { freePort, tryPort } from './free-port.ts'
import { createLog, standardOutput } from './log.ts'
import { Opened } from './opened.ts'
import { startBundle } from './places/bundle/start-bundle.ts'
import { WebProcesses } from './processes/web-processes.ts'
import { handleSignals, type Running } from './signals.ts'
import { StartError } from './start-error.ts'

/** Time for requests in flight to finish once new ones are refused, in milliseconds. */
const DRAIN_MS = 6000

/** Database connections of the first process where others answer requests. */
const JOB_CONNECTIONS = 4

/** When aborted, the start ends after its current step. */
async function start(config: Config, log: FastifyBaseLogger, opened: Opened, signal: AbortSignal): Promise<Running> {
  // Checked first, so that a second start fails at once.
  await explainListenError(config, tryPort(config.host, config.port))
  signal.throwIfAborted()
  const opening = Promise.withResolvers<string>()
  const starting = config.processes === 1 ? null : startProcesses(config, log, opening.promise)
  const connections = starting ? JOB_CONNECTIONS : config.databasePool
  // Loaded only now: a fifth of a second in which the processes above load their code, and then PostgreSQL starts.
  const { openServices } = await import('./open-services.ts')
  const [{ services, databaseUrl }, { startJobs }, { queueFillAreas }] = await Promise.all([
    openServices(config, log, opened, { connections }),
    import('./jobs/jobs.ts'),
    import('./jobs/tasks.ts'),
  ])
  opening.resolve(databaseUrl)
  signal.throwIfAborted()
  const jobs = await startJobs(services, databaseUrl)
  opened.add('jobs', () => jobs.stop())
  signal.throwIfAborted()

  const parts = { config, services, databaseUrl, log }
  const running = starting ? await openPort(starting, parts, opened, signal) : await serveHere(parts, opened, signal)
  if (hasNoStreets(config.places)) log.info('maps show no streets: docs/places.md says how to get them')
  const { bundledPlaces } = config.places
  const onBundle = async () => {
    await queueFillAreas(services.db)
    if (config.databaseUrl === null) await writeEarly(services)
  }
  opened.add('bundled places', startBundle(databaseUrl, bundledPlaces, log, onBundle))
  return running
}

/** After a first start the embedded database would otherwise need seconds to stop, until its own checkpoint. */
async function writeEarly({ db, log }: Services): Promise<void> {
  const { checkpoint } = await import('./db/checkpoint.ts')
  await checkpoint(db).catch((error: unknown) => log.warn({ err: error }, 'the database could not write to disk early'))
}

type Parts = { config: Config; services: Services; databaseUrl: string; log: FastifyBaseLogger }

/** Answers requests in this process. */
async function serveHere(parts: Parts, opened: Opened, signal: AbortSignal): Promise<Running> {
  const { config } = parts
  // Loaded only where it is needed.
  const { openSite } = await import('./app.ts')
  const app = await openSite(parts, opened)
  signal.throwIfAborted()
  opened.add('requests', () => app.drain(config.drainSeconds * 1000, DRAIN_MS))
  await explainListenError(config, app.listen({ host: config.host, port: config.port }))
  return { replaceAll: null }
}

/** The processes that answer requests, and when the first of them is ready. */
type Starting = { processes: WebProcesses; ready: Promise<void> }

/** Starts them; they load their code while the database is being opened, and end with this process. */
function startProcesses(config: Config, log: FastifyBaseLogger, databaseUrl: Promise<string>): Starting {
  const processes = new WebProcesses({ config, log, databaseUrl, env: readEnvironment() })
  const ready = processes.start()
  // Whoever waits for it gets the error; until then it must not end the process.
  ready.catch(() => {})
  return { processes, ready }
}

/** Lets them answer requests. */
async function openPort(
  { processes, ready }: Starting,
  parts: Parts,
  opened: Opened,
  signal: AbortSignal,
): Promise<Running> {
  const { config } = parts
  opened.add('requests', () => processes.stop(config.drainSeconds * 1000, DRAIN_MS))
  await ready
  signal.throwIfAborted()
  await explainListenError(config, processes.listen())
  return { replaceAll: () => processes.replaceAll() }
}

/** @throws {StartError} with host and port if the port cannot be used */
async function explainListenError({ host, port }: Config, listening: Promise<unknown>): Promise<void> {
  try {
    await listening
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken: stop what uses it, or set another PORT.`
        : `HOST ${host} and PORT ${port} cannot be listened on: ${message}.`,
    )
  }
}

/** PORT=0 is resolved first, because the site's own URL contains the port. */
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
  for (const warning of warningsOf(config)) log.warn(warning)
  const opened = new Opened(log)
  const stopping = new AbortController()
  const starting = start(config, log, opened, stopping.signal)
  handleSignals({ log, opened, starting, stopping })
  try {
    await starting
    if (!stopping.signal.aborted) standardOutput.write(`${config.siteName}: ${config.publicOrigin}\n`)
  } catch (error) {
    // Aborted on purpose; the signal's handler closes everything.
    if (stopping.signal.aborted) return
    if (error instanceof StartError) console.error(error.message)
    else {
      log.fatal({ err: error }, 'could not start')
      console.error(`Not started: ${error instanceof Error ? error.message : error}`)
    }
    await opened.close()
    process.exit(1)
  }
}

await main()

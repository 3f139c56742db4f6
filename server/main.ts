import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Passwords } from './accounts/passwords.ts'
import { buildApp } from './app.ts'
import { type Config, loadConfig, readEnvironment, warningsOf } from './config.ts'
import { connect } from './db/connect.ts'
import { startEmbeddedDatabase } from './db/embedded.ts'
import { FEED_CHANNEL, listenForChanges } from './db/listen.ts'
import { ConfigError } from './env-reader.ts'
import { freePort } from './free-port.ts'
import { loadWeb } from './http/web.ts'
import { GONE_CHANNEL } from './images/delete-images.ts'
import { createImages, imageFolder } from './images/images.ts'
import { shareFolder } from './images/shared-folder.ts'
import { startJobs } from './jobs/jobs.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createLog } from './log.ts'
import { createTransport } from './mail/create-transport.ts'
import { prepareSite } from './prepare-site.ts'
import { StartError } from './start-error.ts'

/** How long requests in flight may take to end once new ones are refused, in milliseconds. */
const DRAIN_MS = 6000

/** Ctrl-C arrives from the terminal and again from npm: signals this close together are one, in milliseconds. */
const SAME_SIGNAL_MS = 1000

/** What was started, in that order; stopping goes the other way round, so the database stops last. */
class Started {
  readonly #parts: [string, () => Promise<unknown>][] = []
  readonly #log: FastifyBaseLogger

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  add(name: string, stop: () => Promise<unknown>): void {
    this.#parts.push([name, stop])
  }

  /** Stops everything; a part that fails to stop is logged and keeps none of the others from stopping. */
  async stop(): Promise<void> {
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      const [name, stop] = part
      await stop().catch((error: unknown) => this.#log.error({ err: error }, `stopping: ${name}`))
    }
  }
}

async function start(config: Config, log: FastifyBaseLogger, started: Started): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, log, started))
  const { db } = connect(databaseUrl, config.databasePool)
  started.add('connections', () => db.destroy())
  const secrets = await prepareSite(db, config)

  const folder = { connectionString: databaseUrl, folder: imageFolder(config), log }
  started.add('picture folder', await shareFolder(folder))
  const images = createImages({ config, db })
  started.add('pictures', () => images.close())
  const mailer = createTransport(config, log)
  started.add('mail', async () => mailer.close())
  const services = {
    config,
    db,
    secrets,
    images,
    mailer,
    passwords: new Passwords(config.passwordQueue),
    rateLimits: createRateLimits(config.limits.rates),
  }
  const jobs = await startJobs({ ...services, log }, databaseUrl)
  started.add('jobs', () => jobs.stop())

  const web = await loadWeb(config)
  started.add('web', web.close)
  const app = await buildApp({ services, log, web })
  const listeners = { [FEED_CHANNEL]: () => app.feedChanged(), [GONE_CHANNEL]: images.forget }
  started.add('listening for changes', await listenForChanges(databaseUrl, listeners, log))
  started.add('requests', () => app.drain(config.drainSeconds * 1000, DRAIN_MS))
  await listen(app, config)
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${config.port} of ${config.host} is taken: stop what uses it, or set another PORT.`
        : `HOST ${config.host} and PORT ${config.port} cannot be listened on: ${message}.`,
    )
  }
}

async function startEmbedded(config: Config, log: FastifyBaseLogger, started: Started): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log })
  started.add('database', () => database.stop())
  return database.connectionString
}

/** PORT=0 is settled before anything else: the site's own address holds the port. */
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
  const started = new Started(log)
  const starting = start(config, log, started)

  let stoppingSince: number | undefined
  const stop = async () => {
    if (stoppingSince !== undefined) {
      // A later signal does not wait for what the first one is stopping.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130)
      return
    }
    stoppingSince = performance.now()
    // What is just being started could not be stopped yet, and would be left behind.
    await starting.catch(() => {})
    await started.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  try {
    await starting
    if (stoppingSince === undefined) process.stdout.write(`${config.siteName}: ${config.publicOrigin}\n`)
  } catch (error) {
    if (error instanceof StartError) console.error(error.message)
    else {
      log.fatal({ err: error }, 'could not start')
      console.error(`Not started: ${error instanceof Error ? error.message : error}`)
    }
    await started.stop()
    process.exit(1)
  }
}

await main()

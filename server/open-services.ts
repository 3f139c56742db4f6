import type { FastifyBaseLogger } from 'fastify'
import { type Config, shareOf } from './config.ts'
import type { Services } from './context.ts'
import { makeDataFolder } from './data-folder.ts'
import { connect, type Database } from './db/connect.ts'
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts'
import { createImages, imageFolder } from './images/images.ts'
import { shareFolder } from './images/shared-folder.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import { createEmailJsTransport } from './mail/emailjs.ts'
import { createFileTransport } from './mail/file.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import type { Transport } from './mail/transport.ts'
import type { Opened } from './opened.ts'
import { Passwords, passwordCores } from './passwords/passwords.ts'
import { prepareSite } from './prepare-site.ts'
import { InUseError } from './start-error.ts'
import type { TakeTurn } from './turns/turns-by-name.ts'

type Log = { warn(details: object, message: string): void }

/** The database and its connection string. */
export type OpenDatabase = Readonly<{ db: Database; databaseUrl: string }>

type DatabaseNeeds = Readonly<{
  connections: number
  /** Uses the embedded database of a running site, instead of refusing to start. */
  joinsRunning?: boolean
}>

/**
 * Creates the data folder and connects to the configured database, or starts the embedded one. Nothing is read or
 * migrated yet.
 * @throws {InUseError} when another application uses the data folder
 * @throws {StartError} when the data folder cannot be used or PostgreSQL cannot run here
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  opened: Opened,
  { connections, joinsRunning = false }: DatabaseNeeds,
): Promise<OpenDatabase> {
  await makeDataFolder(config.dataDir)
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config.dataDir, log, opened, joinsRunning))
  const { db } = connect(databaseUrl, connections)
  opened.add('connections', () => db.destroy())
  return { db, databaseUrl }
}

async function openEmbedded(dataDir: string, log: Log, opened: Opened, joinsRunning: boolean): Promise<string> {
  try {
    const database = await startEmbeddedDatabase({ dataDir, log })
    opened.add('database', () => database.stop())
    return database.connectionString
  } catch (error) {
    if (joinsRunning && error instanceof InUseError) return joinEmbeddedDatabase(dataDir)
    throw error
  }
}

/** What this process counts together with the other processes of the site. */
export type SharedLimits = Readonly<{ rateLimits: RateLimits; takeTurn: TakeTurn }>

type ServiceNeeds = Readonly<{
  connections: number
  /** Given to a process that another one of this machine started, which has already done what is done once. */
  shared?: SharedLimits
}> &
  Partial<Pick<Services, 'mailer' | 'rateLimits'>>

/**
 * Opens everything that operations need, and brings the database up to date: secrets, pictures, passwords, rate limits
 * and mail. `needs` overrides the configuration.
 * @throws {StartError} when the database, the data folder or the picture folder cannot be used
 */
export async function openServices(
  config: Config,
  log: Services['log'],
  opened: Opened,
  { connections, shared, ...needs }: ServiceNeeds,
): Promise<{ services: Services; databaseUrl: string }> {
  const { db, databaseUrl } = await openDatabase(config, log, opened, { connections })
  const secrets = await prepareSite(db, config)
  const folder = { connectionString: databaseUrl, folder: imageFolder(config), log }
  if (!shared) opened.add('picture folder', await shareFolder(folder))
  const services = createServices({
    config,
    db,
    secrets,
    log,
    ...needs,
    ...(shared && { rateLimits: shared.rateLimits }),
  })
  opened.add('pictures', () => services.images.close())
  opened.add('mail', async () => services.mailer.close())
  return { services, databaseUrl }
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'log'> & Partial<Services>

/** The services of a process on an up-to-date database: those given, and the others as configured. */
export function createServices({ config, db, log, ...given }: Parts): Services {
  return {
    config,
    db,
    log,
    ...given,
    images: given.images ?? createImages({ config, db }),
    passwords: given.passwords ?? new Passwords(config.passwordQueue, shareOf(config, passwordCores())),
    rateLimits: given.rateLimits ?? createRateLimits(config.limits.rates),
    mailer: given.mailer ?? createTransport(config, log),
  }
}

/** SMTP if configured, else EmailJS, else files in the data folder (P32). */
function createTransport(config: Config, log: FastifyBaseLogger): Transport {
  if (config.mail.smtpUrl !== null) return createSmtpTransport(config.mail.smtpUrl, config.mail.from)
  if (config.mail.emailJs !== null) return createEmailJsTransport(config.mail.emailJs)
  return createFileTransport(config, log)
}

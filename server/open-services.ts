import type { FastifyBaseLogger } from 'fastify'
import { type Config, shareOf } from './config.ts'
import type { Services } from './context.ts'
import { connect } from './db/connect.ts'
import { createImages, imageFolder } from './images/images.ts'
import { shareFolder } from './images/shared-folder.ts'
import { copyTemplates } from './legal/legal-texts.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createEmailJsTransport } from './mail/emailjs.ts'
import { createFileTransport } from './mail/file.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import type { Transport } from './mail/transport.ts'
import { Passwords, passwordCores } from './passwords/passwords.ts'
import { prepareSite } from './prepare-site.ts'
import { startDatabase } from './start-database.ts'

type ServiceNeeds = Readonly<{
  connections: number
  /** A database that runs already; otherwise it is started. */
  databaseUrl?: string
  /** False in a further process of this machine: the first one has checked the picture folder. */
  checksFolder?: boolean
}> &
  Partial<Pick<Services, 'mailer' | 'rateLimits'>>

/** `needs` overrides the configuration. @throws {StartError} when the database or a folder cannot be used */
export async function openServices(
  config: Config,
  log: Services['log'],
  cleanup: AsyncDisposableStack,
  { connections, checksFolder = true, databaseUrl: running, ...needs }: ServiceNeeds,
): Promise<{ services: Services; databaseUrl: string }> {
  const databaseUrl = running ?? (await startDatabase(config, log, cleanup))
  const { db } = connect(databaseUrl, connections)
  cleanup.defer(() => db.destroy())
  const secrets = await prepareSite(db, config)
  if (checksFolder) await copyTemplates(config)
  const folder = { connectionString: databaseUrl, folder: imageFolder(config), log }
  if (checksFolder) cleanup.defer(await shareFolder(folder))
  const services = createServices({ config, db, secrets, log, ...needs })
  cleanup.defer(() => services.images.close())
  cleanup.defer(() => services.mailer.close())
  return { services, databaseUrl }
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'log'> & Partial<Services>

export function createServices({ config, db, secrets, log, ...given }: Parts): Services {
  return {
    config,
    db,
    secrets,
    log,
    images: given.images ?? createImages({ config, db }),
    passwords: given.passwords ?? new Passwords(config.passwordQueue, shareOf(config, passwordCores())),
    rateLimits: given.rateLimits ?? createRateLimits({ db, secrets, rates: config.limits.rates }),
    mailer: given.mailer ?? createTransport(config, log),
  }
}

function createTransport(config: Config, log: FastifyBaseLogger): Transport {
  if (config.mail.smtpUrl !== null) return createSmtpTransport(config.mail.smtpUrl, config.mail.from)
  if (config.mail.emailJs !== null) return createEmailJsTransport(config.mail.emailJs)
  return createFileTransport(config, log)
}

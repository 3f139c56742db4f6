import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Config, shareOf } from './config.ts'
import type { Services } from './context.ts'
import { connect, type Database, hasTable, openAll } from './db/connect.ts'
import { type MigrationWait, prepareDatabase, UNUSABLE_DATABASE } from './db/prepare-database.ts'
import { NO_REPLICAS, openReplicas } from './db/replicas.ts'
import { startDatabase } from './db/start-database.ts'
import { createImages, imageFolder } from './images/images.ts'
import { shareFolder } from './images/shared-folder.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createEmailJsTransport, createFileTransport, createSmtpTransport, type Transport } from './mail/transports.ts'
import { noMetrics } from './metrics/metrics.ts'
import { Passwords, passwordCores } from './passwords/passwords.ts'
import { makeSecrets, readSecrets, type Secrets } from './secrets.ts'
import { asStartError, StartError } from './start-error.ts'

type ServiceNeeds = Readonly<{
  connections: number
  /** An external database; without it the embedded one starts. */
  databaseUrl?: string
  /** False in further processes of this machine: the first one has checked the picture folder. */
  checksFolder?: boolean
  onMigrating?: () => void
}> &
  Partial<Pick<Services, 'mailer' | 'metrics' | 'tracing' | 'rateLimits'>>

/** @param needs overrides of the configuration @throws {StartError} when the database or a folder cannot be used */
export async function openServices(
  config: Config,
  log: Services['log'],
  cleanup: AsyncDisposableStack,
  { connections, checksFolder = true, databaseUrl: running, onMigrating, ...needs }: ServiceNeeds,
): Promise<{ services: Services; databaseUrl: string }> {
  const databaseUrl = running ?? (await startDatabase(config, log, cleanup))
  const replicas = openReplicas({ primary: databaseUrl, urls: config.databaseReadUrls, connections, log })
  cleanup.defer(() => replicas.close())
  const { db, pool, turns } = connect(databaseUrl, connections, { replicas, log: needs.tracing?.logQuery })
  cleanup.defer(() => db.destroy())
  const secrets = await prepareDatabaseAndSecrets(db, config, {
    seconds: config.databaseWait,
    log,
    ...(onMigrating && { onMigrating }),
  })
  await openAll(pool)
  // Pictures in a store are the same for all instances.
  if (checksFolder && config.objectStore === null) {
    cleanup.defer(await shareFolder({ connectionString: databaseUrl, folder: imageFolder(config), log }))
  }
  const services = createServices({ config, db, replicas, secrets, log, ...needs })
  services.metrics.watchPool(turns)
  services.metrics.watchQueue('passwords', () => services.passwords.waiting)
  services.metrics.watchQueue('pictures', () => services.images.waiting)
  services.metrics.watchReplicas(replicas)
  cleanup.defer(() => services.images.close())
  if (checksFolder) await services.images.check()
  cleanup.defer(() => services.mailer.close())
  return { services, databaseUrl }
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets' | 'log'> & Partial<Services>

export function createServices({ config, db, secrets, log, ...given }: Parts): Services {
  return {
    config,
    db,
    replicas: given.replicas ?? NO_REPLICAS,
    secrets,
    log,
    metrics: given.metrics ?? noMetrics,
    tracing: given.tracing ?? null,
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

type Place = Pick<Config, 'secretKey' | 'dataDir'>

/** A new site gets a new secret. @throws {StartError}, also when the data were sealed with another secret */
export async function prepareDatabaseAndSecrets(db: Database, place: Place, patience: MigrationWait): Promise<Secrets> {
  const unusableFolder = `The data folder ${place.dataDir} cannot be used`
  const given = await asStartError(unusableFolder, readSecrets(place.secretKey, place.dataDir))
  await requireSecretOfData(db, given, place)
  await prepareDatabase(db, patience)
  const secrets = given ?? (await asStartError(unusableFolder, makeSecrets(place.dataDir)))
  await sql`insert into secret_check (value) values (${secrets.checkValue}) on conflict do nothing`.execute(db)
  // Another instance may have stored the check value first, with another secret.
  await requireSecretOfData(db, secrets, place)
  return secrets
}

/** Data may be older than the check value: a secret is wrong if it decrypts neither the first nor the last answer. */
export async function requireSecretOfData(db: Database, secrets: Secrets | null, { dataDir }: Place): Promise<void> {
  const { check, answers } = await asStartError(UNUSABLE_DATABASE, loadSealed(db))
  const isNew = !check && answers.length === 0
  const isSecretOfData = check
    ? secrets?.checkValue.equals(check)
    : answers.some((answer) => secrets?.canOpen(answer, 'security answer'))
  if (isNew || isSecretOfData) return
  throw new StartError(
    `The data were made with another secret key: set SECRET_KEY to that one, or put its file back as ${dataDir}/secret.key. Nothing was changed.`,
  )
}

async function loadSealed(db: Database): Promise<{ check: Buffer | undefined; answers: Buffer[] }> {
  const check = (await hasTable(db, 'secret_check'))
    ? await sql<{ value: Buffer }>`select value from secret_check`.execute(db)
    : { rows: [] }
  if (check.rows[0] || !(await hasTable(db, 'accounts'))) return { check: check.rows[0]?.value, answers: [] }
  const answers = await sql<{ answer_sealed: Buffer }>`
    (select answer_sealed from accounts order by id limit 1) union all
    (select answer_sealed from accounts order by id desc limit 1)`.execute(db)
  return { check: undefined, answers: answers.rows.map(({ answer_sealed }) => answer_sealed) }
}

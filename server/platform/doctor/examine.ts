import { type Config, configWarnings, ENV_FILE, readConfig } from '../config.ts'
import { connect, type Database } from '../database/connect.ts'
import { hasDatabase, startDatabase } from '../database/start-database.ts'
import type { Env } from '../env-reader.ts'
import type { Product } from '../product.ts'
import { checkBackups } from './check-backups.ts'
import { askNodes, checkDatabase, checkPictures, checkReplicas, isSiteRunning } from './check-database.ts'
import { checkLogArchive } from './check-log-archive.ts'
import { checkLoginProviders } from './check-logins.ts'
import { checkEnvFilePermissions, checkFileLimits, checkFolders, checkPort, checkVersions } from './check-machine.ts'
import { checkMail, checkOrigin, checkReturnedMails } from './check-outside.ts'
import { checkPatroni } from './check-patroni.ts'
import { type Finding, faultFinding, okFinding, runCheck, warningFinding } from './finding.ts'

const SETTINGS = {
  mail: /^(?:SMTP_URL|MAIL_FROM|EMAILJS|PUBLIC_ORIGIN|HOST|PORT)/,
  database: /^(?:DATABASE|SECRET_KEY)/,
  pictures: /^IMAGES_URL/,
  backups: /^BACKUP/,
  port: /^(?:HOST|PORT)/,
  origin: /^(?:PUBLIC_ORIGIN|HOST|PORT|TRUST_PROXY)/,
}

type IsSound = (check: keyof typeof SETTINGS) => boolean

type Asked = Pick<Product, 'sealed' | 'newest' | 'mailStops'>

/** Yields the findings of `npm run doctor`. @param recipient e-mail address that gets a mail, if any */
export async function* examineSite(env: Env, recipient: string | null, product: Asked): AsyncGenerator<Finding> {
  yield* checkVersions()
  const { config, faults } = readConfig(env)
  const isSound: IsSound = (check) => !faults.some((sentence) => SETTINGS[check].test(sentence))
  const warnings = configWarnings(config, undefined, env)
  yield* faults.map(faultFinding)
  yield* warnings.map(warningFinding)
  if (faults.length === 0 && warnings.length === 0) yield okFinding('All settings are valid.')
  yield* await runCheck(`${ENV_FILE} could not be examined`, checkEnvFilePermissions)
  yield* await runCheck('The folders could not be examined', () => checkFolders(config))
  yield* await checkFileLimits()
  if (isSound('backups')) yield* await runCheck('The backups could not be examined', () => checkBackups(config))
  if (config.backup.folder === null && config.backup.bucket === null && isSound('backups'))
    yield warningFinding(
      'The site makes no backups by itself: set BACKUP_DIR or BACKUP_URL, or call npm run backup at night.',
    )
  if (isSound('mail')) yield* await runCheck('Mail does not work', () => checkMail(config, recipient))
  else if (recipient !== null) yield faultFinding(`No mail was sent to ${recipient}: mend the settings first.`)
  if (isSound('origin')) yield* checkLoginProviders(config)
  if (!isSound('database')) return
  // An unreadable folder was reported above.
  const isThere = await hasDatabase(config).catch(() => null)
  if (isThere === null) return
  if (!isThere) {
    yield warningFinding('The site was never started here, so there is no database yet.')
    if (isSound('port')) yield* await checkPort(config)
    return
  }
  yield* examineDatabase(config, isSound, product)
}

async function* examineDatabase(config: Config, isSound: IsSound, product: Asked): AsyncGenerator<Finding> {
  const cleanup = new AsyncDisposableStack()
  const quiet = { warn: () => {} }
  try {
    let db: Database | undefined
    const nodes = await askNodes(config.databaseReadUrls)
    const open = async () => {
      db = connect(await startDatabase({ ...config, databaseWait: 0 }, quiet, cleanup, true), 2).db
      cleanup.defer(async () => db?.destroy())
      return checkDatabase(db, config, product.sealed, nodes)
    }
    const findings = await runCheck('The database cannot be used', open)
    yield* findings
    yield* checkReplicas(nodes)
    yield* await checkPatroni(config)
    if (!db || findings.some(({ mark }) => mark === '✗')) return
    const site = db
    if (config.databaseUrl !== null)
      yield* await runCheck('The archive of the log could not be examined', () => checkLogArchive(site))
    if (isSound('pictures'))
      yield* await runCheck('The pictures, in DATA_DIR or at IMAGES_URL, could not be examined', () =>
        checkPictures(site, config),
      )
    yield* await runCheck('Mails that came back could not be counted', () =>
      checkReturnedMails(site, config, product.mailStops),
    )
    const isRunning = await isSiteRunning(db)
    if (!isRunning && isSound('port')) yield* await checkPort(config)
    if (!isSound('origin')) return
    if (isRunning)
      yield* await runCheck('PUBLIC_ORIGIN could not be asked', () => checkOrigin(site, config, product.newest))
    else yield warningFinding(`No site is running with this database, so ${config.publicOrigin} was not asked.`)
  } finally {
    await cleanup.disposeAsync()
  }
}

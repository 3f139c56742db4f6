import path from 'node:path'
import { openBackupPlaces } from '#server/platform/backup/backup-file.ts'
import {
  checkArchivedLog,
  checkBackup,
  reasonAgainstLogTrial,
  recordCheck,
} from '#server/platform/backup/check-backup.ts'
import { listBackups } from '#server/platform/backup/list-backups.ts'
import { describeSpans, momentText, parseMoment, readRestorableSpans } from '#server/platform/backup/log/moments.ts'
import { restoreMoment } from '#server/platform/backup/log/restore-moment.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { type Config, loadConfig, readEnvironment } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { StartError } from '#server/platform/start-error.ts'
import { abortOnSignal } from './programs/abort-on-signal.ts'
import { runCommand, usageError } from './programs/run-command.ts'

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --to MOMENT
       npm run restore -- --check [FILE]
       npm run restore -- --list

Puts what npm run backup wrote into FILE into an empty DATA_DIR, and into an empty database if DATABASE_URL is set.
Every row and picture is compared with the backup before the restore says that it worked. FILE may be one that --list
names, also s3://host/bucket/NAME with the key of BACKUP_URL. An encrypted one needs its BACKUP_PASSPHRASE.
--to restores the embedded database as it was at a moment, such as '2026-11-30 12:34' (in Seoul, or with Z or +09:00), from
what the site has archived in BACKUP_DIR or at BACKUP_URL, into an empty DATA_DIR; --to latest, and no FILE, the latest one.
--check restores into a database of its own and removes it again: the newest backup of BACKUP_DIR and BACKUP_URL, or FILE.
--list names the backups in BACKUP_DIR and at BACKUP_URL, the oldest first, and says which moments there are.`

const options = { check: { type: 'boolean' }, list: { type: 'boolean' }, to: { type: 'string' } } as const

runCommand({ usage: USAGE, options, more: 1 }, async ({ values, positionals: [file] }) => {
  const config = loadConfig(readEnvironment())
  if (values.list) return list(config)
  if (values.check) return check(config, file)
  if (values.to !== undefined && file !== undefined)
    throw usageError('FILE and --to are two ways to restore: choose one.', USAGE)
  if (file === undefined) return restoreTo(config, values.to)
  const from = { config, file, signal: abortOnSignal() }
  const { head, end, files } = await restoreBackup({ ...from, log: createLog('warn') })
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored into ${config.dataDir}: ${rows} rows and ${end.pictures} pictures of ${head.madeAt}, all compared.`,
  )
  if (files.has('restored.env')) tellSettings(config)
})

function tellSettings({ dataDir }: Config): void {
  console.log(`The settings of that site are in ${path.join(dataDir, 'restored.env')}; they are not used yet.`)
}

async function restoreTo(config: Config, to: string | undefined): Promise<void> {
  const { folder, bucket } = config.backup
  if (folder === null && bucket === null)
    throw usageError('FILE is missing, and neither BACKUP_DIR nor BACKUP_URL is set.', USAGE)
  const moment = to === undefined || to === 'latest' ? null : parseMoment(to)
  const given = { config, moment, signal: abortOnSignal(), log: createLog('warn') }
  if (bucket !== null && config.backup.passphrase === null)
    console.error(
      'BACKUP_URL is read without BACKUP_PASSPHRASE: whoever may write there can run a database of their own here.',
    )
  const { until, rows, pictures, hasSettings } = await restoreMoment(given)
  console.log(
    `Restored into ${config.dataDir}: ${rows} rows and ${pictures.stored} pictures as of ${momentText(until)} (Seoul).`,
  )
  if (pictures.missing > 0) console.error(`${pictures.missing} pictures that it shows are in no place of backups.`)
  if (hasSettings) tellSettings(config)
}

async function list(config: Config): Promise<void> {
  for (const place of placesOf(config)) {
    for (const { name } of await listBackups(place)) console.log(place.addressOf(name))
    const found = await readRestorableSpans([place])
    if (found.length > 0) console.log(`${place.addressOf('')}: ${describeSpans(found)}`)
    place.close()
  }
}

async function check(config: Config, file: string | undefined): Promise<void> {
  const signal = abortOnSignal()
  const log = createLog('warn')
  const checkOne = async (file: string) => {
    const { head, end } = await checkBackup({ config, file, log, signal })
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(`Good: ${rows} rows and ${end.pictures} pictures of ${head.madeAt}, all compared.`)
  }
  if (file !== undefined) return checkOne(file)
  for (const place of placesOf(config)) {
    const newest = (await listBackups(place)).at(-1)
    if (!newest) throw new StartError(`There is no backup in ${place.addressOf('')}.`)
    console.log(`${place.addressOf(newest.name)} …`)
    await checkOne(place.addressOf(newest.name))
    const reason = reasonAgainstLogTrial(place, config)
    const hasLog = config.databaseUrl === null && (await readRestorableSpans([place])).length > 0
    if (hasLog && reason !== null) console.error(reason)
    else if (hasLog) {
      const { rows, until } = await checkArchivedLog({ config, place, log, signal })
      console.log(`Good: ${rows} rows as of ${momentText(until)} (Seoul), from the archived log.`)
    }
    await recordCheck(place, newest.name)
    place.close()
  }
}

function placesOf(config: Config) {
  const places = openBackupPlaces(config)
  if (places.length === 0) throw new StartError('Neither BACKUP_DIR nor BACKUP_URL is set: name FILE.')
  return places
}

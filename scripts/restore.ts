import path from 'node:path'
import { openPlaces } from '#server/platform/backup/backup-file.ts'
import { checkBackup, noteCheck } from '#server/platform/backup/check-backup.ts'
import { listBackups } from '#server/platform/backup/list-backups.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { type Config, loadConfig, readEnvironment } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { StartError } from '#server/platform/start-error.ts'
import { abortOnSignal } from './programs/abort-on-signal.ts'
import { refusal, runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --check [FILE]
       npm run restore -- --list

Puts what npm run backup wrote into FILE into an empty DATA_DIR, and into an empty database if DATABASE_URL is set.
Every row and picture is compared with the backup before the restore says that it worked. FILE may be one that --list
names, also s3://host/bucket/NAME with the key of BACKUP_URL. An encrypted one needs its BACKUP_PASSPHRASE.
--check restores into a database of its own and removes it again: the newest backup of BACKUP_DIR and BACKUP_URL, or FILE.
--list names the backups in BACKUP_DIR and at BACKUP_URL, the oldest first.`

const options = { check: { type: 'boolean' }, list: { type: 'boolean' } } as const

runCommand({ usage: USAGE, options, more: 1 }, async ({ values, positionals: [file] }) => {
  const config = loadConfig(readEnvironment())
  if (values.list) return list(config)
  if (values.check) return check(config, file)
  if (file === undefined) throw refusal('FILE is missing.', USAGE)
  const from = { config, file, signal: abortOnSignal() }
  const { head, end, files } = await restoreBackup({ ...from, log: createLog('warn') })
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored into ${config.dataDir}: ${rows} rows and ${end.pictures} pictures of ${head.madeAt}, all compared.`,
  )
  if (files.has('restored.env')) {
    console.log(`The settings of that site are in ${path.join(config.dataDir, 'restored.env')}; they are not used yet.`)
  }
})

async function list(config: Config): Promise<void> {
  for (const place of placesOf(config)) {
    for (const { name } of await listBackups(place)) console.log(place.addressOf(name))
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
    await noteCheck(place, newest.name)
    place.close()
  }
}

function placesOf(config: Config) {
  const places = openPlaces(config)
  if (places.length === 0) throw new StartError('Neither BACKUP_DIR nor BACKUP_URL is set: name FILE.')
  return places
}

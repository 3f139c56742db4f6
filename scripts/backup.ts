import { addressOf, openBackupFile } from '#server/platform/backup/backup-file.ts'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import { hasDatabase, startDatabase } from '#server/platform/database/start-database.ts'
import { StartError } from '#server/platform/start-error.ts'
import { abortOnSignal } from './programs/abort-on-signal.ts'
import { runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run backup -- FILE

Writes all data of the site, as they are at one moment, into FILE (tar, compressed with zstd). The site may run.
FILE may be s3://host/bucket/NAME, with the key of BACKUP_URL. BACKUP_PASSPHRASE encrypts it.
FILE holds the key of the site and what its members entered, so only you may read it: keep it where nobody else can.`

runCommand({ usage: USAGE, needs: ['FILE'] }, async ({ positionals: [file = ''] }) => {
  const config = loadConfig(readEnvironment())
  if (!(await hasDatabase(config)))
    throw new StartError(`There is no site in ${config.dataDir}: set DATA_DIR as the site does.`)
  const signal = abortOnSignal()
  const cleanup = new AsyncDisposableStack()
  try {
    const databaseUrl = await startDatabase(config, console, cleanup, true)
    const { end } = await makeBackup({ config, databaseUrl, file, signal })
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
    const advice =
      config.backup.passphrase === null
        ? 'It holds the key of the site: keep it private.'
        : 'It is encrypted: keep the passphrase elsewhere too.'
    console.log(`${addressOf(openBackupFile(config, file))}: ${rows} rows and ${end.pictures} pictures. ${advice}`)
    const [first] = end.missing
    if (first === undefined) return
    console.error(`The files of ${end.missing.length} pictures are missing in the data folder, such as ${first}.jpg.`)
  } finally {
    await cleanup.disposeAsync()
  }
})

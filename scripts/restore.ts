import path from 'node:path'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { abortOnSignal } from './programs/abort-on-signal.ts'
import { runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run restore -- FILE

Puts what npm run backup wrote into FILE into an empty DATA_DIR, and into an empty database if DATABASE_URL is set.
Every row and picture is compared with the backup before the restore says that it worked.`

runCommand({ usage: USAGE, needs: ['FILE'] }, async ({ positionals: [file = ''] }) => {
  const config = loadConfig(readEnvironment())
  const from = { config, file: path.resolve(file), signal: abortOnSignal() }
  const { head, end, files } = await restoreBackup({ ...from, log: createLog('warn') })
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored into ${config.dataDir}: ${rows} rows and ${end.pictures} pictures of ${head.madeAt}, all compared.`,
  )
  if (files.has('restored.env')) {
    console.log(`The settings of that site are in ${path.join(config.dataDir, 'restored.env')}; they are not used yet.`)
  }
})

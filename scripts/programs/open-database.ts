import { backUpBeforeMigration } from '#server/platform/backup/before-migration.ts'
import { type Config, loadConfig, readEnvironment } from '#server/platform/config.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { readSecretTexts } from '#server/platform/secrets.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Opens the database of the site for a command, also while the site runs. Data of an older release are migrated, after
 * the same backup as at a start of the site.
 * @param cleanup gets what has to be closed
 * @throws {StartError}
 */
export async function openDatabase(
  cleanup: AsyncDisposableStack,
  connections: number,
): Promise<{ config: Config; db: Database }> {
  const config = loadConfig(readEnvironment())
  const log = console
  const databaseUrl = await startDatabase(config, log, cleanup, true)
  const { db } = connect(databaseUrl, connections)
  cleanup.defer(() => db.destroy())
  const backUp = async () => {
    await requireKey(config)
    await backUpBeforeMigration({ config, databaseUrl, log })
  }
  await prepareDatabase(db, { seconds: config.databaseWait, log, backUp })
  return { config, db }
}

/** A backup without the key of its data could not be restored. */
async function requireKey(config: Config): Promise<void> {
  if (config.backup.skipsMigrationBackup || (await readSecretTexts(config)).secret !== null) return
  throw new StartError(
    `The data have to be migrated, and a backup before it needs their key, but ${config.dataDir} has no secret.key, and SECRET_KEY ` +
      'is not set: start the site first, or call this with its settings. The data were not changed.',
  )
}

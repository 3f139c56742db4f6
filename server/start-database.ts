import type { Config } from './config.ts'
import { makeDataFolder } from './data-folder.ts'
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts'
import { InUseError } from './start-error.ts'

type Log = { warn(details: object, message: string): void }

/**
 * Creates the data folder, and starts the embedded database unless another one is configured. Returns the connection
 * string. `joinsRunning`: uses the embedded database of a running site, instead of refusing to start.
 * @throws {InUseError} when another application uses the data folder
 * @throws {StartError} when the data folder cannot be used or PostgreSQL cannot run here
 */
export async function startDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  cleanup: AsyncDisposableStack,
  joinsRunning = false,
): Promise<string> {
  await makeDataFolder(dataDir)
  if (databaseUrl !== null) return databaseUrl
  try {
    const database = await startEmbeddedDatabase({ dataDir, log })
    cleanup.defer(() => database.stop())
    return database.connectionString
  } catch (error) {
    if (joinsRunning && error instanceof InUseError) return joinEmbeddedDatabase(dataDir)
    throw error
  }
}

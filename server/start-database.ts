import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts'
import { asStartError, InUseError } from './start-error.ts'

type Log = { warn(details: object, message: string): void }

/**
 * Starts the embedded database unless another one is configured, or with `joinsRunning` uses that of a running site.
 * Returns the connection string.
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

/** For this user alone. @throws {StartError} when no folders can be created in it */
export function makeDataFolder(folder: string): Promise<void> {
  return asStartError(`The data folder ${folder} cannot be used`, makeUsable(path.resolve(folder)))
}

async function makeUsable(folder: string): Promise<void> {
  await makeFolder(folder)
  // Creating one is the only reliable check: file modes let root write even on a read-only disk or in /proc.
  await rmdir(await mkdtemp(path.join(folder, '.try-')))
}

// Node's `recursive` option never returns where the system calls an existing parent missing: below /proc, and below a
// dangling link.
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(isMissing)
  if (found) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(unlessMadeMeanwhile)
}

/** @throws errors other than a missing folder: a file in its place, or a folder without access. */
function isMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

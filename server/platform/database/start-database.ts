import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { InUseError, StartError } from '../start-error.ts'
import { openClient } from './connect.ts'
import { archivesLog } from './embedded/log-spool.ts'
import { embeddedDatabaseUrl, startEmbeddedDatabase } from './embedded.ts'
import { isDatabaseAway, isNetworkError } from './is-database-away.ts'

type Log = { warn(details: object, message: string): void }

/** Without `backup` the log of the database is not archived. */
type Settings = Pick<Config, 'databaseUrl' | 'databaseWait' | 'dataDir'> & Partial<Pick<Config, 'backup'>>

/**
 * Starts the embedded database unless another one is configured. With `joinsRunning` it uses that of a running site.
 * Returns the connection string.
 * @throws {InUseError} when another application uses the data folder
 * @throws {StartError} when the data folder cannot be used or PostgreSQL cannot run here
 */
export async function startDatabase(
  { databaseUrl, databaseWait, dataDir, backup }: Settings,
  log: Log,
  cleanup: AsyncDisposableStack,
  joinsRunning = false,
): Promise<string> {
  await prepareDataFolder(dataDir)
  if (databaseUrl !== null) {
    await waitUntilReachable(databaseUrl, databaseWait * 1000, log)
    await requireSessions(databaseUrl, databaseWait * 1000)
    return databaseUrl
  }
  try {
    const database = await startEmbeddedDatabase({
      dataDir,
      log,
      archivesLog: backup !== undefined && archivesLog(backup),
    })
    cleanup.defer(() => database.stop())
    return database.connectionString
  } catch (error) {
    if (joinsRunning && error instanceof InUseError) return embeddedDatabaseUrl(dataDir)
    throw error
  }
}

/**
 * Whether a database exists: one of `DATABASE_URL`, or the embedded one.
 * @throws {StartError} if that cannot be seen
 */
export async function hasDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  if (databaseUrl !== null) return true
  return stat(path.join(dataDir, 'postgres')).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EACCES') throw new StartError(`${dataDir} may not be read by this user: call this as the site's.`)
      return false
    },
  )
}

const RETRY_MS = 1000

/** PostgreSQL's code while it starts, stops or recovers. */
const STARTING_UP = '57P03'

/** Waits `ms` for a database that is still booting; the next step reports failures. */
async function waitUntilReachable(connectionString: string, ms: number, log: Log): Promise<void> {
  for (const deadline = Date.now() + ms; ; await wait(RETRY_MS)) {
    const client = openClient({ connectionString, connectionTimeoutMillis: 5 * RETRY_MS })
    const failure = await client.connect().catch((error: NodeJS.ErrnoException) => error)
    await client.end().catch(() => {})
    const isAway = failure instanceof Error && (isNetworkError(failure) || failure.code === STARTING_UP)
    if (!isAway || Date.now() + RETRY_MS > deadline) return
    if (deadline - Date.now() > ms - RETRY_MS) {
      log.warn({ reason: failure.message }, `the database does not answer yet; waiting for it, ${ms / 1000} s at most`)
    }
  }
}

/**
 * Refuses poolers in transaction mode, which do not keep prepared statements, locks and notifications of a session.
 * Such a pooler lets a second client use the connection of an idle first one. A pooler without free connections accepts
 * a client, and delays its first query.
 */
async function requireSessions(connectionString: string, ms: number): Promise<void> {
  const options = { connectionString, query_timeout: Math.max(ms, RETRY_MS) }
  const clients = [openClient(options), openClient(options)]
  const servers = new Set<unknown>()
  try {
    for (const client of clients) {
      await client.connect()
      servers.add((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid)
    }
  } catch (error) {
    if (error instanceof Error && error.message === QUERY_TIMEOUT) {
      throw new StartError(
        `DATABASE_URL takes connections, but answered no query within ${options.query_timeout / 1000} s (DATABASE_WAIT). ${POOL_TOO_SMALL}`,
      )
    }
    return
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
  if (servers.size === clients.length) return
  throw new StartError(
    'DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer, which loses prepared statements, locks and ' +
      'notifications: connect to PostgreSQL itself, or set pool_mode = session.',
  )
}

const QUERY_TIMEOUT = 'Query read timeout'

const POOL_TOO_SMALL =
  'The default_pool_size of a pooler before it, such as PgBouncer, has to be at least the connections of all instances; npm run ' +
  'doctor says how many.'

/** Explains a start without a connection, most often caused by a pooler that is too small. */
export function explainLostConnection(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  if (databaseUrl === null || !(error instanceof Error) || !isDatabaseAway(error) || isNetworkError(error)) return error
  return new StartError(
    `The database of DATABASE_URL ended a connection, or gave none (${error.message}): see its log. ${POOL_TOO_SMALL}`,
  )
}

import { sql } from 'kysely'
import { asStartError, StartError } from '../start-error.ts'
import type { Database } from './connect.ts'
import { migrateToLatest } from './migrate.ts'

/** The oldest version that our SQL supports and is tested on. */
const POSTGRES_VERSION = 18

/** The setting to check when the database does not answer at the start. */
export const UNUSABLE_DATABASE = 'The database (of DATABASE_URL, or else in DATA_DIR) cannot be used'

/**
 * Brings the database up to date, if it can hold the site.
 * @throws {StartError} when it cannot be reached, for an older PostgreSQL, for one that cannot store Korean, and for
 * data of a newer application
 */
export function prepareDatabase(db: Database): Promise<void> {
  return asStartError(UNUSABLE_DATABASE, prepare(db))
}

async function prepare(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(db)
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version < POSTGRES_VERSION) {
    throw new StartError(
      `PostgreSQL ${POSTGRES_VERSION} or newer is needed, but the database is of version ${version}.`,
    )
  }
  if (encoding !== 'UTF8') throw new StartError(`The database must have the encoding UTF8, but has ${encoding}.`)
  await migrateToLatest(db)
}

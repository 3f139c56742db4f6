import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { withoutTimeLimits } from './without-time-limits.ts'

const NEWER = 'The data were made by a newer version of this application: start that one, or restore an older backup.'

/** All files there, in the order of their names; never edit one that has landed. */
const provider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: fileURLToPath(new URL('migrations', import.meta.url)),
  import: (file) => import(pathToFileURL(file).href),
})

// biome-ignore lint/suspicious/noExplicitAny: migrations see the schema of their own day, not today's tables
type AnyDatabase = Kysely<any>

/**
 * Brings the schema up to date. Several instances may call it at once: the migrator holds a lock in the database.
 * @throws {StartError} when the data are newer than the application, else the first migration's error; earlier ones
 * stay
 * applied.
 */
export async function migrateToLatest(db: AnyDatabase): Promise<void> {
  const { error } = await withoutTimeLimits(db, (connection) => migratorOf(connection).migrateToLatest())
  if (error) throw isFromTheFuture(error) ? new StartError(NEWER) : error
}

/** All our migrations, to be run on that database. */
export function migratorOf(db: AnyDatabase): Migrator {
  return new Migrator({ db, provider })
}

/** Kysely's message when the database has a migration that we do not have. */
function isFromTheFuture(error: unknown): boolean {
  return error instanceof Error && /previously executed migration .* is missing/.test(error.message)
}

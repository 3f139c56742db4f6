import type { Kysely } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import * as first from './migrations/0001-first.ts'
import * as attempts from './migrations/0002-attempts.ts'
import * as recoveryAndMail from './migrations/0003-recovery-and-mail.ts'
import * as places from './migrations/0010-places.ts'
import * as reserveAttempts from './migrations/0011-reserve-attempts.ts'
import * as mapAreas from './migrations/0012-map-areas.ts'
import * as formerAnswers from './migrations/0013-former-answers.ts'
import * as notices from './migrations/0030-notices.ts'
import * as secretCheck from './migrations/0060-secret-check.ts'
import { unhurried } from './unhurried.ts'

/** In order; a migration that has landed is never edited. */
const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-attempts': attempts,
  '0003-recovery-and-mail': recoveryAndMail,
  '0010-places': places,
  '0011-reserve-attempts': reserveAttempts,
  '0012-map-areas': mapAreas,
  '0013-former-answers': formerAnswers,
  '0030-notices': notices,
  '0060-secret-check': secretCheck,
}

const NEWER = 'The data were made by a newer version of this application: start that one, or restore an older backup.'

const provider: MigrationProvider = { getMigrations: async () => migrations }

// biome-ignore lint/suspicious/noExplicitAny: migrations see the schema of their own day, not today's tables
type AnyDatabase = Kysely<any>

/**
 * Brings the schema up to date. Several instances may call it at once: the migrator holds a lock in the database.
 * @throws {StartError} when the data are newer than we are, else the first migration's error; everything before it stays
 *   applied.
 */
export async function migrateToLatest(db: AnyDatabase): Promise<void> {
  const { error } = await unhurried(db, (connection) => new Migrator({ db: connection, provider }).migrateToLatest())
  if (error) throw isFromTheFuture(error) ? new StartError(NEWER) : error
}

/** Kysely says so when the database knows a migration that is not among ours. */
function isFromTheFuture(error: unknown): boolean {
  return error instanceof Error && /previously executed migration .* is missing/.test(error.message)
}

import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { makeSecrets, readSecretTexts, type SecretSettings, Secrets } from '../secrets.ts'
import { asStartError, StartError } from '../start-error.ts'
import { type Database, hasTable } from './connect.ts'
import { recordNextSecret, requireSecretOfData, type SealedTexts, UNUSABLE_DATABASE_MESSAGE } from './secret-of-data.ts'
import { withoutTimeLimits } from './time-limits.ts'

const POSTGRES_VERSION = 18

/**
 * Migrates the data, unless they were made with another secret. A new site gets a new secret.
 * @throws {StartError}
 */
export async function prepareDatabaseAndSecrets(
  db: Database,
  place: SecretSettings,
  sealed: SealedTexts,
  patience: MigrationWait,
): Promise<Secrets> {
  const unusableFolder = `The data folder ${place.dataDir} cannot be used`
  const { secret, former } = await asStartError(unusableFolder, readSecretTexts(place))
  const given = secret ?? former
  await requireSecretOfData(db, given === null ? null : new Secrets(given, former), sealed, place)
  await prepareDatabase(db, patience)
  const secrets =
    secret === null
      ? await asStartError(unusableFolder, makeSecrets(place.dataDir, place.secretKeyOld))
      : new Secrets(secret, former)
  await sql`insert into secret_check (value) values (${secrets.checkValue}) on conflict do nothing`.execute(db)
  // Another instance may have stored the check value first, with another secret.
  await requireSecretOfData(db, secrets, sealed, place)
  await recordNextSecret(db, secrets)
  return secrets
}

/**
 * @param last last migration to run, if not all
 * @throws {StartError} when the database is away or too old, cannot store Korean, has data of a newer or too old
 * version of the site, or has to be migrated while an older instance uses it
 */
export function prepareDatabase(db: Database, patience: MigrationWait, last?: string): Promise<void> {
  return asStartError(UNUSABLE_DATABASE_MESSAGE, prepare(db, patience, last).catch(explainRefusal))
}

/** 'permission denied for schema public': only the owner of a database may make tables in it. */
const INSUFFICIENT_PRIVILEGE = '42501'

function explainRefusal(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) {
    throw new StartError(
      `${UNUSABLE_DATABASE_MESSAGE}: ${error.message}. Make the database its user's own: alter database NAME owner to USER.`,
    )
  }
  throw error
}

async function prepare(db: Database, patience: MigrationWait, last?: string): Promise<void> {
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
  await migrateToLatest(db, { patience, last })
}

/** Migrations in the order of their names, each a file or a folder of SQL; released ones are never edited. */
const migrationFolder = new URL('migrations/', import.meta.url)

const MIGRATIONS = 'kysely_migration'

/** First migration, with the schema of commit f71113f9, whose own migrations it replaces. */
const SCHEMA = '0600-schema'
const FORMER = { count: 24, last: '0520-read-notifications' } as const
/** The oldest commit whose data this release can migrate; its migrations had other names. */
export const FORMER_COMMIT = 'f71113f9'

const NEWER = 'The data were made by a newer version of this application: start that one, or restore an older backup.'

const OLDER =
  `The data were made by an older version of this application: start the version of commit ${FORMER_COMMIT} on them first ` +
  `(git checkout ${FORMER_COMMIT} && npm start), stop it when it is ready, and then start this one.`

export function migrationNames(folder: URL = migrationFolder): string[] {
  const files = readdirSync(folder).map((file) => path.basename(file, '.sql'))
  return files.sort()
}

export function lastMigration(): string {
  return migrationNames().at(-1) ?? SCHEMA
}

/** Renames the migrations of commit f71113f9 to the first one of today. */
export function currentMigrationNames(done: readonly string[]): readonly string[] {
  return done.length === FORMER.count && done.at(-1) === FORMER.last ? [SCHEMA] : done
}

/** Whether data with these migrations are newer or older than this release knows; null if it knows them. */
export function schemaMismatch(
  done: readonly string[],
  known: readonly string[] = migrationNames(),
): 'newer' | 'older' | null {
  const unknown = currentMigrationNames(done).filter((name) => !known.includes(name))
  if (unknown.length === 0) return null
  return unknown.some((name) => name > SCHEMA) ? 'newer' : 'older'
}

/** @throws {StartError} when the data are too new or too old */
export function requireKnownMigrations(done: readonly string[], known?: readonly string[]): void {
  const misfit = schemaMismatch(done, known)
  if (misfit) throw new StartError(misfit === 'newer' ? NEWER : OLDER)
}

function provider(folder: URL, last: string, patience?: MigrationWait): MigrationProvider {
  const names = migrationNames(folder)
  const migration = (name: string, index: number): [string, Migration] => [
    name,
    {
      up: async (db) => {
        patience?.log.info(`migrating ${index + 1} of ${names.length}: ${name}`)
        for (const file of filesOf(folder, name)) await sql.raw(await readFile(file, 'utf8')).execute(db)
      },
    },
  ]
  return { getMigrations: async () => Object.fromEntries(names.map(migration).filter(([name]) => name <= last)) }
}

function filesOf(folder: URL, name: string): URL[] {
  const file = new URL(`${name}.sql`, folder)
  if (existsSync(file)) return [file]
  const parts = readdirSync(new URL(name, folder)).sort()
  return parts.map((part) => new URL(`${name}/${part}`, folder))
}

// biome-ignore lint/suspicious/noExplicitAny: migrations see the schema of their own day, not today's tables
type AnyDatabase = Kysely<any>

type Migrating = Readonly<{
  patience?: MigrationWait | undefined
  last?: string | undefined
  folder?: URL
}>

/**
 * Several instances may call it at once.
 * @throws {StartError} when the data are too new or too old, or an older instance runs
 */
export async function migrateToLatest(
  db: AnyDatabase,
  { patience, last, folder = migrationFolder }: Migrating = {},
): Promise<void> {
  const known = migrationNames(folder)
  const newest = known.at(-1) ?? SCHEMA
  await withoutTimeLimits(db, async (connection) => {
    const done = await doneMigrations(connection)
    if (done.join() === known.join()) return
    // Checked first: a running instance may be of that newer release.
    requireKnownMigrations(done, known)
    await waitForOlderInstances(connection, newest, patience)
    // A first start has no data that other instances use, so it reports nothing and makes no backup.
    const reported = (await hasTable(connection, MIGRATIONS)) ? patience : undefined
    reported?.onMigrating?.()
    await alone(connection, async () => {
      // Another instance may have migrated meanwhile; a first start that was killed has left nothing.
      const isOld = done.length > 0 && (await doneMigrations(connection)).join() === done.join()
      if (isOld) await reported?.backUp?.()
      await renameFormerMigrations(connection)
      const migrator = new Migrator({ db: connection, provider: provider(folder, last ?? newest, reported) })
      const { error } = await migrator.migrateToLatest()
      if (!error) return
      requireKnownMigrations(await doneMigrations(connection), known)
      throw error
    })
  })
}

/** One of the instances that start together backs up and migrates; the others wait for it. */
async function alone(connection: AnyDatabase, work: () => Promise<void>): Promise<void> {
  const lock = sql`hashtextextended('matnanum migration', 0)`
  await sql`select pg_advisory_lock(${lock})`.execute(connection)
  try {
    await work()
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(connection)
  }
}

async function doneMigrations(db: AnyDatabase): Promise<string[]> {
  if (!(await hasTable(db, MIGRATIONS))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

async function renameFormerMigrations(db: AnyDatabase): Promise<void> {
  if (!(await hasTable(db, MIGRATIONS))) return
  await sql`
    with former as (
      delete from kysely_migration where name < ${SCHEMA}
        and exists (select from kysely_migration where name = ${FORMER.last}) returning name
    )
    insert into kysely_migration (name, timestamp) select ${SCHEMA}, now()::text from former where name = ${FORMER.last}`.execute(
    db,
  )
}

/** Start of the `application_name` of the connection on which each process listens for changes. */
export const LISTENER_NAME = 'matnanum listen'

const LOOK_AGAIN_MS = 500

/** How many seconds a migration waits for older instances, where it logs, and what it calls. */
export type MigrationWait = Readonly<{
  seconds: number
  log: { info(message: string): void; warn(message: string): void }
  onMigrating?: () => void
  /** Called and awaited before existing data are migrated. */
  backUp?: () => Promise<void>
}>

/** Name of a listening connection, which tells other instances the last migration that its process knows. */
export function listenerName(lastMigration: string): string {
  return `${LISTENER_NAME} ${lastMigration}`
}

/**
 * Waits before a migration, because rows written by an older process would be missing in new tables. A listening
 * connection ends with its process.
 * @throws {StartError} if an older instance still runs after the wait
 */
async function waitForOlderInstances<DB>(
  db: Kysely<DB>,
  lastMigration: string,
  patience?: MigrationWait,
): Promise<void> {
  const { seconds, log } = patience ?? { seconds: 0, log: null }
  let said = ''
  for (const deadline = Date.now() + seconds * 1000; ; await wait(LOOK_AGAIN_MS)) {
    const older = await olderInstances(db, lastMigration)
    if (older === null) return
    if (Date.now() >= deadline) {
      throw new StartError(`${older}: stop it there, then start this one. The data were not changed.`)
    }
    if (older !== said) log?.warn(`${older}; waiting until it is stopped, ${seconds} s at most`)
    said = older
  }
}

// This process does not listen yet; others of the same release may wait or migrate too.
async function olderInstances<DB>(db: Kysely<DB>, lastMigration: string): Promise<string | null> {
  const { rows } = await sql<{ where: string }>`
    select distinct coalesce(host(client_addr), 'this machine') as "where" from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${LISTENER_NAME})
      and application_name <> ${listenerName(lastMigration)} order by 1`.execute(db)
  if (rows.length === 0) return null
  return `The data have to be migrated, but an older release of the site still uses them (from ${rows.map((row) => row.where).join(', ')})`
}

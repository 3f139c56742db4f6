import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { asStartError, StartError } from '../start-error.ts'
import { type Database, hasTable } from './connect.ts'
import { withoutTimeLimits } from './time-limits.ts'
import { MIGRATIONS, SCHEMA, upgradeFormerData } from './upgrade/upgrade.ts'

/** The oldest version that our SQL supports and is tested on. */
const POSTGRES_VERSION = 18

export const UNUSABLE_DATABASE = 'The database (of DATABASE_URL, or else in DATA_DIR) cannot be used'

/**
 * `last` names the last migration to run, if not all.
 * @throws {StartError} when the database is away, too old, of a newer version of the site, cannot store Korean, or has to
 * be migrated while an older instance uses it
 */
export function prepareDatabase(db: Database, patience: Patience, last?: string): Promise<void> {
  return asStartError(UNUSABLE_DATABASE, prepare(db, patience, last).catch(explainRefusal))
}

/** Such as 'permission denied for schema public': only the owner of a database may make tables in it. */
const MAY_NOT = '42501'

function explainRefusal(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === MAY_NOT) {
    throw new StartError(
      `${UNUSABLE_DATABASE}: ${error.message}. Make the database its user's own: alter database NAME owner to USER.`,
    )
  }
  throw error
}

async function prepare(db: Database, patience: Patience, last?: string): Promise<void> {
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
  await migrateToLatest(db, patience, last)
}

const NEWER = 'The data were made by a newer version of this application: start that one, or restore an older backup.'

/** The first migration consists of these files of `schema/`, each of which needs those before it. */
const SUBJECTS = [
  'accounts',
  'rate-limits',
  'posts',
  'images',
  'image-uses',
  'venues',
  'places',
  'roads',
  'areas',
  'lists',
  'write-lists',
]

/** The others, in the order of their names; never edit one that a site may have run. */
const migrationFolder = new URL('migrations/', import.meta.url)

/** All migrations of this release, in their order. */
export function migrationNames(): string[] {
  const files = readdirSync(migrationFolder).sort()
  return [SCHEMA, ...files.map((file) => path.basename(file, '.sql'))]
}

/** The newest migration of this code, which names the release of a process. */
export function lastMigration(): string {
  return migrationNames().at(-1) ?? SCHEMA
}

function filesOf(name: string): URL[] {
  if (name !== SCHEMA) return [new URL(`${name}.sql`, migrationFolder)]
  return SUBJECTS.map((subject) => new URL(`schema/${subject}.sql`, import.meta.url))
}

/** Those up to `last`, each of which says when it begins. */
function provider(patience?: Patience, last = lastMigration()): MigrationProvider {
  const names = migrationNames()
  const migration = (name: string, index: number): [string, Migration] => [
    name,
    {
      up: async (db) => {
        patience?.log.info(`migrating ${index + 1} of ${names.length}: ${name}`)
        for (const file of filesOf(name)) await sql.raw(await readFile(file, 'utf8')).execute(db)
      },
    },
  ]
  return { getMigrations: async () => Object.fromEntries(names.map(migration).filter(([name]) => name <= last)) }
}

// biome-ignore lint/suspicious/noExplicitAny: migrations see the schema of their own day, not today's tables
type AnyDatabase = Kysely<any>

/**
 * Several instances may call it at once.
 * @throws {StartError} when the data are too new or too old, or an older instance runs
 */
export async function migrateToLatest(db: AnyDatabase, patience?: Patience, last?: string): Promise<void> {
  await withoutTimeLimits(db, async (connection) => {
    const done = await doneMigrations(connection)
    if (done.join() === migrationNames().join()) return
    // Before older instances are looked for: one that runs may be of that newer release.
    if (areNewer(done)) throw new StartError(NEWER)
    await waitForOlderInstances(connection, lastMigration(), patience)
    // On a first start there is nothing to migrate, and nothing to say.
    const told = (await hasTable(connection, MIGRATIONS)) ? patience : undefined
    told?.onMigrating?.()
    await upgradeFormerData(connection, told?.log)
    const { error } = await new Migrator({ db: connection, provider: provider(told, last) }).migrateToLatest()
    // A newer release may have migrated at the same moment.
    if (error) throw areNewer(await doneMigrations(connection)) ? new StartError(NEWER) : error
  })
}

function areNewer(done: readonly string[]): boolean {
  const known = migrationNames()
  return done.some((name) => name > SCHEMA && !known.includes(name))
}

/** In their order. */
async function doneMigrations(db: AnyDatabase): Promise<string[]> {
  if (!(await hasTable(db, MIGRATIONS))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** Every process that answers requests keeps a connection of this name on which it listens for changes. */
export const LISTENS = 'matnanum listen'

const LOOK_AGAIN_MS = 500

/** How long a start that has to migrate waits for older instances to stop, in seconds, and where it says what it does. */
export type Patience = Readonly<{
  seconds: number
  log: { info(message: string): void; warn(message: string): void }
  /** Called before data that are already there are migrated. */
  onMigrating?: () => void
}>

/** The name of a listening connection, by which all instances see the last migration that its process knows. */
export function listenerName(lastMigration: string): string {
  return `${LISTENS} ${lastMigration}`
}

/**
 * Call it before migrating. An older process knows nothing of the new tables: what it writes would be missing there.
 * The database forgets a process with its connection, however it ends.
 * @throws {StartError} if one still runs when the time is up
 */
async function waitForOlderInstances<DB>(db: Kysely<DB>, lastMigration: string, patience?: Patience): Promise<void> {
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

// This process does not listen yet, and others of the same release may wait or migrate too.
async function olderInstances<DB>(db: Kysely<DB>, lastMigration: string): Promise<string | null> {
  const { rows } = await sql<{ where: string }>`
    select distinct coalesce(host(client_addr), 'this machine') as "where" from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${LISTENS})
      and application_name <> ${listenerName(lastMigration)} order by 1`.execute(db)
  if (rows.length === 0) return null
  return `The data have to be migrated, but an older release of the site still uses them (from ${rows.map((row) => row.where).join(', ')})`
}

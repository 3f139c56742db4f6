import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { StartError } from '../start-error.ts'

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
export async function waitForOlderInstances<DB>(
  db: Kysely<DB>,
  lastMigration: string,
  patience?: Patience,
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

// This process does not listen yet, and others of the same release may wait or migrate too.
async function olderInstances<DB>(db: Kysely<DB>, lastMigration: string): Promise<string | null> {
  const { rows } = await sql<{ where: string }>`
    select distinct coalesce(host(client_addr), 'this machine') as "where" from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${LISTENS})
      and application_name <> ${listenerName(lastMigration)} order by 1`.execute(db)
  if (rows.length === 0) return null
  return `The data have to be migrated, but an older release of the site still uses them (from ${rows.map((row) => row.where).join(', ')})`
}

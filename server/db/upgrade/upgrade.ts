import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import { hasTable } from '../connect.ts'

/** The table that names the migrations that were run, and the first of them. */
export const MIGRATIONS = 'kysely_migration'
export const SCHEMA = '0300-schema'

/** The migrations of commit b518846; the last one came with it. */
const FORMER = ['0001-first', '0232-contents-of-keyed-requests', 25] as const

const FILES = [
  'from-b518846.sql',
  '../schema/image-uses.sql',
  'images-from-b518846.sql',
  '../schema/write-lists.sql',
  '../schema/rate-limits.sql',
  '../schema/roads.sql',
]

const OLDER =
  'The data were made by a former version of this application. Start the version of commit b518846 on them ' +
  '(git checkout b518846 && npm start), let it run for ten minutes, stop it, and then start this one.'

const MIGRATION_LOCK = '3853314791062309107'

/** Data of commit b518846 get the schema of today. @throws {StartError} for data of another former version */
export async function upgradeFormerData(db: Kysely<unknown>, log?: { info(message: string): void }): Promise<void> {
  if (!(await hasFormerData(db))) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(tx)
    // Another instance may have done it meanwhile.
    if (!(await hasFormerData(tx))) return
    if (!(await isOfB518846(tx))) throw new StartError(OLDER)
    log?.info(`migrating the data of commit b518846 to ${SCHEMA}`)
    for (const file of FILES) await sql.raw(await readFile(new URL(file, import.meta.url), 'utf8')).execute(tx)
    await sql`delete from kysely_migration`.execute(tx)
    await sql`insert into kysely_migration (name, timestamp) values (${SCHEMA}, now()::text)`.execute(tx)
  })
}

async function hasFormerData(db: Kysely<unknown>): Promise<boolean> {
  if (!(await hasTable(db, MIGRATIONS))) return false
  const [first] = FORMER
  const { rows } = await sql`select from kysely_migration where name = ${first}`.execute(db)
  return rows.length > 0
}

async function isOfB518846(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ last: string; count: number }>`
    select max(name collate "C") as last, count(*)::int as count from kysely_migration`.execute(db)
  const [, last, count] = FORMER
  return rows[0]?.last === last && rows[0].count === count
}

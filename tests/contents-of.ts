import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { schemaOf } from './schema-of.ts'

type Contents = Record<string, readonly unknown[]>

/** The rows of every table by its name, the schema, and the jobs that wait. */
export const contentsOf = (db: Database): Promise<Contents> => read(db, sql`true`)

/** The same without unlogged tables, which backups leave out. */
export const backedUpContentsOf = (db: Database): Promise<Contents> => read(db, sql`relpersistence = 'p'`)

async function read(db: Database, condition: RawBuilder<unknown>): Promise<Contents> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and ${condition} order by 1`.execute(db)
  const all: Contents = { schema: await schemaOf(db) }
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  const { rows: jobs } = await sql`select task_identifier, run_at, key from graphile_worker.jobs order by id`.execute(
    db,
  )
  return { ...all, jobs }
}

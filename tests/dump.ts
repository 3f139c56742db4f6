import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

/** Every row of every table, including the job queue's, as text, as a thief of the database reads it. */
export async function dumpDatabase(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const parts = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(t)::text as row from ${sql.id(schema, name)} t`.execute(db)
    parts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}

/** Names and contents of every file below the folder. */
export async function dumpFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const contents = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`))
  return contents.join('\n')
}

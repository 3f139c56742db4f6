import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'

const log = pino({ level: 'warn' })

/** Runs the embedded database of a data folder meanwhile. */
export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  const { db } = connect(embedded.connectionString, 2)
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await embedded.stop()
  }
}

/** The bytes of each picture's file. */
export async function picturesIn(dataDir: string): Promise<Map<string, string>> {
  const folder = path.join(dataDir, 'images')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const read = async (file: string) => [path.relative(folder, file), await readFile(file, 'base64')] as const
  return new Map(await Promise.all(files.toSorted().map(read)))
}

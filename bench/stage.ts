import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { migrateToLatest } from '#server/db/prepare-database.ts'
import { createLog } from '#server/log.ts'
import { options } from '../scripts/bench-options.ts'
import { spreadPosts } from './places-positions.ts'
import { seed } from './seed.ts'

/** A database full of posts, and how to close it. */
export type Stage = { db: Database; connectionString: string; posts: number; close(): Promise<void> }

/**
 * Opens the database of the benches: an embedded one in .tmp/bench, or the one given by `--database`. An empty one is
 * first filled with a million posts, or `--posts` of them, all over the country. That takes some minutes and 4 GB; it is kept for the next run.
 */
export async function openStage(): Promise<Stage> {
  const { database: named, posts } = options()
  const log = createLog('warn')
  const dataDir = path.resolve('.tmp/bench')
  mkdirSync(dataDir, { recursive: true })
  const embedded = named ? null : await startEmbeddedDatabase({ dataDir, log })
  const connectionString = named ?? embedded?.connectionString ?? ''
  const { db } = connect(connectionString, 10)
  await migrateToLatest(db)
  if ((await countPosts(db)) === 0) await seed(connectionString, posts)
  if (!(await isSpread(db))) await spreadPosts(db)
  return {
    db,
    connectionString,
    posts: await countPosts(db),
    close: async () => {
      await db.destroy()
      await embedded?.stop()
    },
  }
}

async function isSpread(db: Database): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`
    select count(*) > 500 as spread from post_cells where level = 12`.execute(db)
  return rows[0]?.spread ?? false
}

async function countPosts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

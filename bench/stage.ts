import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { createLog } from '#server/platform/log.ts'
import { currentOptions } from '../scripts/bench/options.ts'
import { assignAreasAndPlaces } from './assign-posts.ts'
import { spreadPostPositions } from './places-positions.ts'
import { seedPosts } from './seed.ts'
import { type PostgresProcesses, postgresProcesses } from './server-process.ts'

/** A database full of posts, and how to close it. */
export type Stage = {
  db: Database
  connectionString: string
  posts: number
  /** Id of the newest post; a bench that adds posts removes them. */
  newest: number
  postgres: PostgresProcesses
  close(): Promise<void>
}

/**
 * Opens the database of the benches, an embedded one in .tmp/bench. An empty one is first filled with a million posts, or
 * `--posts` of them, all over the country. That takes some minutes and 4 GB; it is kept for the next run. The places that come with the project are loaded, and every post is in its place and its areas, as on a running site.
 */
export async function openStage(): Promise<Stage> {
  const { posts } = currentOptions()
  const dataDir = path.resolve('.tmp/bench')
  mkdirSync(dataDir, { recursive: true })
  const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('warn') })
  const { connectionString } = embedded
  const { db } = connect(connectionString, 10)
  await fillDatabase(db, connectionString, posts)
  return {
    db,
    connectionString,
    ...(await extentOf(db)),
    postgres: postgresProcesses(dataDir),
    close: async () => {
      await db.destroy()
      await embedded.stop()
    },
  }
}

/** Fills an empty database with that many posts; completes one that was filled by an older bench. */
export async function fillDatabase(db: Database, connectionString: string, posts: number): Promise<void> {
  await migrateToLatest(db)
  if ((await extentOf(db)).posts === 0) await seedPosts(connectionString, posts)
  if (!(await isSpread(db))) await spreadPostPositions(db)
  await assignAreasAndPlaces(db)
}

async function isSpread(db: Database): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`
    select count(*) > 500 as spread from post_cells where level = 12`.execute(db)
  return rows[0]?.spread ?? false
}

async function extentOf(db: Database): Promise<{ posts: number; newest: number }> {
  const { posts, newest } = await db
    .selectFrom('posts')
    .select((row) => [row.fn.countAll<number>().as('posts'), row.fn.max('id').as('newest')])
    .executeTakeFirstOrThrow()
  return { posts, newest: newest ?? 0 }
}

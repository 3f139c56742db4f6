import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/platform/database/connect.ts'
import type { Replicas } from '#server/platform/database/replicas.ts'
import { loadBundle } from '#server/product/places/bundle/load-bundle.ts'
import { assignPostsToAreas } from '#server/product/posts/areas/assign-posts-to-areas.ts'
import { copyTemplate, extendTemplate } from './template-database.ts'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  connectionString: string
  /** Closes the connections and removes the database. */
  drop(): Promise<void>
}

/** An empty, migrated database for one test, with real commits. */
export function freshDatabase(connections = 10): Promise<TestDatabase> {
  return copyOf(inject('templateUrl'), connections)
}

/** The same with the bundled places and areas of Korea, which take long to load. */
export async function databaseWithPlaces(): Promise<TestDatabase> {
  const template = await extendTemplate(inject('templateUrl'), 'with_places', async (db) => {
    await loadBundle(db)
    while (!(await assignPostsToAreas(db)));
  })
  return copyOf(template, 10)
}

async function copyOf(templateUrl: string, connections: number): Promise<TestDatabase> {
  const { connectionString, remove } = await copyTemplate(templateUrl)
  const { db, pool } = connect(connectionString, connections)
  return {
    db,
    pool,
    connectionString,
    drop: async () => {
      await db.destroy()
      await remove()
    },
  }
}

/** Removes all tables, as if the site had never run on this database. */
export async function emptyDatabase(db: Database): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** An existing database, which `drop` does not remove. */
export function openDatabase(connectionString: string, replicas?: Replicas): TestDatabase {
  const { db, pool } = connect(connectionString, 10, { replicas })
  return { db, pool, connectionString, drop: () => db.destroy() }
}

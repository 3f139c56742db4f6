import type pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import type { Replicas } from '#server/db/replicas.ts'
import { copyTemplate } from './template-database.ts'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  connectionString: string
  /** Closes the connections and removes the database. */
  drop(): Promise<void>
}

/** An empty, migrated database for one test, with real commits. */
export async function freshDatabase(connections = 10): Promise<TestDatabase> {
  const { connectionString, remove } = await copyTemplate(inject('templateUrl'))
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

/** An existing database, which `drop` does not remove. */
export function openDatabase(connectionString: string, replicas?: Replicas): TestDatabase {
  const { db, pool } = connect(connectionString, 10, { replicas })
  return { db, pool, connectionString, drop: () => db.destroy() }
}

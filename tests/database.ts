import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { migratorOf } from '#server/db/prepare-database.ts'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  connectionString: string
  /** Closes the connections and removes the database. */
  drop(): Promise<void>
}

/** An empty, migrated database for one test, with real commits. */
export async function freshDatabase(connections = 10): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(templateUrl, `create database ${name} template ${nameOf(templateUrl)}`)
  const connectionString = withName(templateUrl, name)
  const { db, pool } = connect(connectionString, connections)
  return {
    db,
    pool,
    connectionString,
    drop: async () => {
      await db.destroy()
      await administer(templateUrl, `drop database ${name} with (force)`)
    },
  }
}

/** An existing database, which `drop` does not remove. */
export function openDatabase(connectionString: string, connections = 10): TestDatabase {
  const { db, pool } = connect(connectionString, connections)
  return { db, pool, connectionString, drop: () => db.destroy() }
}

/** Empties the database and gives it the schema that it had after that migration, for tests of older data. */
export async function makeSchemaOf(db: Database, migration: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const { error } = await migratorOf(db).migrateTo(migration)
  if (error) throw error
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withName(templateUrl, 'postgres') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function withName(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

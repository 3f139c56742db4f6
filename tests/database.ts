import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  connectionString: string
  /** Ends the connections and removes the database. */
  drop(): Promise<void>
}

/** An empty, migrated database of the caller's own: real commits, and nobody else's rows. */
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

/** Somebody else's database, which `drop` leaves as it is. */
export function openDatabase(connectionString: string, connections = 10): TestDatabase {
  const { db, pool } = connect(connectionString, connections)
  return { db, pool, connectionString, drop: () => db.destroy() }
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

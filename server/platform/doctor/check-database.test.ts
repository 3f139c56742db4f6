import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { loadConfig, mostConnections } from '../config.ts'
import { connect, openClient } from '../database/connect.ts'
import { LISTENER_NAME } from '../database/prepare-database.ts'
import { openReplicas } from '../database/replicas.ts'
import { askNodes, checkDatabase } from './check-database.ts'

const POOL = 3

async function database(): Promise<TestDatabase> {
  const database = await freshDatabase(2)
  onTestFinished(database.drop)
  return database
}

test('a process opens as many connections as are counted, also to a primary that is read like a replica', async () => {
  const { db, connectionString: url } = await database()
  const env = { DATABASE_URL: url, DATABASE_POOL: `${POOL}`, WEB_CONCURRENCY: '1' }
  const counted =
    mostConnections(loadConfig({ ...env, DATABASE_READ_URL: url }), true) - mostConnections(loadConfig(env))
  const log = pino({ level: 'silent' })
  const replicas = openReplicas({ primary: url, urls: [url], connections: POOL, log })
  onTestFinished(replicas.close)
  const site = connect(url, POOL, { replicas })
  onTestFinished(() => site.db.destroy())
  await expect.poll(() => replicas.states().every(({ isUsed }) => isUsed)).toBe(true)

  const ofPrimary = await Promise.all(Array.from({ length: POOL }, () => site.pool.connect()))
  onTestFinished(() => ofPrimary.forEach((client) => void client.release()))
  const take = () => replicas.read(() => replicas.take(() => Promise.reject(new Error('no connection of a replica'))))
  const ofReplica = await Promise.all(Array.from({ length: POOL }, take))
  onTestFinished(() => ofReplica.forEach((client) => void client.release()))
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  expect(rows).toHaveLength(POOL + counted)
})

test('the doctor counts the connections of all instances that run, and those that read the primary', async () => {
  const { db, connectionString: url } = await database()
  const config = loadConfig({ DATABASE_URL: url, DATABASE_READ_URL: url, WEB_CONCURRENCY: '16' })
  const sentences = async (urls: readonly string[]) =>
    (await checkDatabase(db, config, product.sealed, await askNodes(urls))).map(({ mark, sentence }) => mark + sentence)
  expect(await sentences([])).toContainEqual(expect.stringMatching(/^✓.+; the site may open 80 at most\.$/))
  expect(await sentences([url])).toContainEqual(expect.stringMatching(/^✓.+; the site may open 144 at most\.$/))
  for (const machine of ['a', 'b', 'c']) {
    const listener = openClient({ connectionString: url, application_name: `${LISTENER_NAME} ${machine}` })
    await listener.connect()
    onTestFinished(() => listener.end())
  }
  expect(await sentences([url])).toContainEqual(
    expect.stringMatching(/^!.+ but the 3 instances that run now, if all are like this one, may open 432: raise/),
  )
})

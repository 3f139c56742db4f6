import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/database.ts'
import { prepareApplication } from '#tests/faults/application.ts'
import { ownPort } from '#tests/own-port.ts'
import { startSite } from '../../site.ts'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { tryPort } from '../ports.ts'
import { MaintenanceServer } from './maintenance.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

test('people get a page, programs the error of an unavailable site, and then the port is free at once', async () => {
  const port = await ownPort()
  const maintenance = new MaintenanceServer({ host: '127.0.0.1', port })
  maintenance.open()
  const get = async (target: string, accept: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { accept } })
    return { status: response.status, retry: response.headers.get('retry-after'), text: await response.text() }
  }
  const page = await get('/post/1', 'text/html,*/*')
  expect(page).toMatchObject({ status: 503, retry: '10' })
  expect(page.text).toContain('<h1>새 버전을 준비하고 있어요. 잠시 후 다시 시도해 주세요.</h1>')
  const api = await get('/graphql', 'application/json')
  expect([api.status, JSON.parse(api.text)]).toEqual([
    503,
    { errors: [{ message: errorMessages.UNAVAILABLE, extensions: { code: 'UNAVAILABLE' } }] },
  ])
  expect([(await get('/healthz', '*/*')).status, (await get('/readyz', '*/*')).status]).toEqual([200, 503])
  maintenance.close()
  expect(await tryPort('127.0.0.1', port)).toBe(port)
})

/** Data folder of a first start that was killed while it migrated. */
async function halfMadeData(): Promise<void> {
  await emptyDatabase(database.db)
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    database.db,
  )
}

test.each(['1', '2'])(
  'while the data are migrated, visitors of a site of %s processes are answered, and then by the site',
  async (processes) => {
    await halfMadeData()
    const env = { DATABASE_URL: database.connectionString, WEB_CONCURRENCY: processes }
    const application = await prepareApplication({ env })
    onTestFinished(() => application.close())
    const status = () =>
      fetch(`${application.config.publicOrigin}/readyz`).then(
        (response) => response.status,
        () => 0,
      )
    let started = Promise.resolve()
    await database.db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx)
      started = application.start()
      // The error is reported where `started` is awaited.
      started.catch(() => {})
      await expect.poll(status).toBe(503)
    })
    await started
    expect(await status()).toBe(200)
    expect(application.logged()).toMatch(/"msg":"migrating \d+ of \d+: 0600-schema"/)
  },
)

test('a site that listens has opened all its connections to the database', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-warm-'))
  const cleanup = new AsyncDisposableStack()
  onTestFinished(async () => {
    await cleanup.disposeAsync()
    await rm(dataDir, { recursive: true })
  })
  const { connectionString: databaseUrl } = database
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATABASE_POOL: '7' }
  const config = loadConfig({ ...env, PORT: String(await ownPort()) })
  const onReady = (app: FastifyInstance) => cleanup.defer(() => app.close())
  await startSite({ config, log: createLog('silent'), cleanup, databaseUrl, runsJobs: false, onReady })
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'matnanum' and pid <> pg_backend_pid()`.execute(
    database.db,
  )
  expect(rows).toEqual([{ count: 7 }])
})

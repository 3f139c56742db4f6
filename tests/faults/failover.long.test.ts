import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { addPerson, type Person } from '../post-site.ts'
import { type Pair, startPair } from '../postgres-pair.ts'
import { type Application, prepareApplication } from './application.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { startLoad } from './load.ts'
import { counted, record } from './table.ts'

const PEOPLE = 10

let pair: Pair
/** Address of the current primary, as a virtual address or a proxy has. */
let address: DatabaseProxy
let application: Application
let after: Database

beforeAll(async () => {
  pair = await startPair({ synchronous: true })
  address = await startProxy(pair.primary.url)
  application = await prepareApplication({
    env: { DATABASE_URL: address.connectionString, DATABASE_READ_URL: pair.standby.url, LOG_LEVEL: 'error' },
  })
  await application.start()
})

afterAll(async () => {
  await after?.destroy()
  await application.close()
  await address.close()
  await pair.close()
})

test('the primary killed under load and its synchronous standby promoted: nothing acknowledged is lost, and the site goes on', async () => {
  const db = await application.openDatabase()
  const ledger = new Ledger(path.join(application.config.dataDir, 'ledger'))
  const people: Person[] = await Promise.all(Array.from({ length: PEOPLE }, () => addPerson({ ...application, db })))
  const load = startLoad(application, people, ledger)
  await expect.poll(() => load.outcomes.done).toBeGreaterThan(10 * PEOPLE)
  const pid = application.pid

  const since = performance.now()
  await pair.primary.kill()
  await address.cut()
  // Shared pages stay readable meanwhile.
  expect((await application.api.fresh().send('GET', '/?filter=popular', null, { accept: 'text/html' })).status).toBe(
    200,
  )
  await pair.standby.run('select pg_promote()')
  await address.restore(pair.standby.url)

  const { posts } = ledger.sizes
  await expect.poll(() => ledger.sizes.posts).toBeGreaterThan(posts + PEOPLE)
  const seconds = (performance.now() - since) / 1000
  const outcomes = await load.stop()
  expect(outcomes).toMatchObject({ hungUp: 0, other: [] })
  expect(application.pid).toBe(pid)
  expect(application.isRunning()).toBe(true)
  after = connect(pair.standby.url, 2).db
  const damage = await ledger.findDamage(after)
  const done = `the primary killed, its synchronous standby promoted; until ${PEOPLE} more posts were added`
  record({ fault: 'R3', done, ...counted(ledger, damage), seconds })
  expect(damage).toEqual(NO_DAMAGE)
  ledger.close()
})

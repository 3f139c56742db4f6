import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProgram } from '../../scripts/programs/debian.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type ObjectStorage, startObjectStorage } from '../object-storage.ts'
import { ownPort } from '../own-port.ts'
import { addPerson, type Person } from '../post-site.ts'
import { type Application, prepareApplication } from './application.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { type Load, startLoad } from './load.ts'
import { recordFigures, writesOf } from './table.ts'

const PEOPLE = 8

const haproxy = await ensureProgram('haproxy')

let database: TestDatabase
let storage: ObjectStorage
let folder: string
let instances: Application[]
let balancer: Balancer
let people: Person[]
let load: Load
let ledger: Ledger

beforeAll(async () => {
  if (!haproxy) return
  database = await freshDatabase()
  storage = await startObjectStorage()
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-balancer-'))
  const port = await ownPort()
  const env = {
    DATABASE_URL: database.connectionString,
    DATABASE_POOL: '6',
    IMAGES_URL: storage.url(),
    SECRET_KEY: 'a secret of at least thirty-two characters',
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'error',
  }
  instances = [await prepareApplication({ env }), await prepareApplication({ env }), await prepareApplication({ env })]
  await Promise.all(instances.map((instance) => instance.start()))
  balancer = await startBalancer(
    haproxy,
    port,
    instances.map(({ config }) => config.port),
  )
  people = await Promise.all(
    Array.from({ length: PEOPLE }, () => addPerson({ ...(instances[0] as Application), db: database.db })),
  )
  ledger = new Ledger(path.join(folder, 'ledger'))
})

afterAll(async () => {
  if (!haproxy) return
  await balancer.stop()
  ledger.close()
  await Promise.all(instances.map((instance) => instance.close()))
  await storage.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Requests that failed so far, however they did. */
const failed = () => load.outcomes.unavailable + load.outcomes.hungUp + load.outcomes.other.length

/** Waits until every person has had several answers. */
async function moreIsDone(): Promise<void> {
  const before = load.outcomes.done
  await expect.poll(() => load.outcomes.done).toBeGreaterThan(before + 4 * PEOPLE)
}

test.skipIf(!haproxy)(
  'three instances behind HAProxy under load: a stop, an update and a start lose no request, a kill only those in flight',
  async () => {
    const [first, ...others] = instances as [Application, Application, Application]
    const isUp = async () => (await first.api.send('GET', '/readyz').catch(() => null))?.status
    await expect.poll(isUp).toBe(200)
    load = startLoad(first, people, ledger)
    await moreIsDone()
    // As in an update without migrations: one after the other.
    for (const instance of others) {
      await instance.stop()
      await instance.start()
      await moreIsDone()
    }
    expect([load.outcomes.unavailable, load.outcomes.hungUp, load.outcomes.other]).toEqual([0, 0, []])
    await first.kill()
    await moreIsDone()
    // Each person has one request in flight at most.
    expect(failed()).toBeLessThanOrEqual(PEOPLE)
    const before = failed()
    await first.start()
    await moreIsDone()
    expect(failed()).toBe(before)
    await load.stop()
    const damage = await ledger.findDamage(database.db)
    const done = 'three instances behind HAProxy replaced one after the other, then one killed and started'
    recordFigures({ fault: 'R18', done, ...writesOf(ledger, damage) })
    expect(damage).toEqual(NO_DAMAGE)
  },
)

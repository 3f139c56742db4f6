import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connect as connectTo } from '#server/db/connect.ts'
import { isRunningIn, sendSignal } from '#server/db/embedded/process.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { addPerson, somePost } from '../post-site.ts'
import { type Application, postmasterOf, prepareApplication } from './application.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { contentsOf, fillOldRelease, OLD_SECRET } from './old-release.ts'
import { record } from './table.ts'

const POSTS = 200_000
const KILLS = 6

/** The states that went public before: the oldest that can be upgraded (`docs/data.md`), and the latest. */
const RELEASES = ['b518846', '17079a5']

test.each(RELEASES)(
  'data of %s are upgraded, also when the site and its PostgreSQL are killed meanwhile',
  {
    timeout: 3_600_000,
  },
  async (commit) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-upgrade-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const data = await fillOldRelease(commit, POSTS)
    const copy = async (name: string) => {
      await promisify(execFile)('cp', ['-a', data, path.join(folder, name)])
      return path.join(folder, name)
    }
    const smoothFolder = await copy('smooth')
    const before = await contentsOfFolder(smoothFolder)

    const smooth = await prepare(smoothFolder)
    const undisturbed = await startAndWatch(smooth)
    const smoothFill = await expectComplete(smooth, before)
    await smooth.close()
    await rm(smoothFolder, { recursive: true })
    const said = `ready after ${undisturbed.ready.toFixed(1)} s, port closed for ${undisturbed.refused.toFixed(1)} s, areas after ${smoothFill.toFixed(0)} s`
    record({ fault: 'U', done: `${commit}, ${POSTS} posts, undisturbed: ${said}`, acknowledged: POSTS, lost: 0 })

    const killed = await prepare(await copy('killed'))
    const moments: number[] = []
    while (moments.length < KILLS) {
      const moment = randomInt(200, Math.ceil(undisturbed.ready * 1000))
      moments.push(moment)
      const starting = killed.start().catch(() => {})
      await wait(moment)
      await killWithDatabase(killed)
      await starting
    }
    const last = await startAndWatch(killed)
    // Once more while areas are filled.
    await killWithDatabase(killed)
    const again = await startAndWatch(killed)
    const fill = await expectComplete(killed, before)
    await killed.close()
    const at = moments.map((ms) => (ms / 1000).toFixed(1)).join(', ')
    const closed = Math.max(last.refused, again.refused).toFixed(1)
    const done = `${commit}, ${POSTS} posts, killed with its PostgreSQL after ${at} s, and once ready: port closed for ${closed} s, areas after ${fill.toFixed(0)} s; until it was ready`
    record({ fault: 'U', done, acknowledged: POSTS, lost: 0, seconds: Math.max(last.ready, again.ready) })
  },
)

async function prepare(dataDir: string): Promise<Application> {
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: OLD_SECRET,
    WEB_CONCURRENCY: '2',
    BUNDLED_PLACES: 'on',
    LOG_LEVEL: 'info',
  }
  const application = await prepareApplication({ env })
  onTestFinished(() => application.close())
  return application
}

async function contentsOfFolder(dataDir: string): Promise<Record<string, string>> {
  const embedded = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'warn' }) })
  const { db } = connectTo(embedded.connectionString, 1)
  const contents = await contentsOf(db)
  await db.destroy()
  await embedded.stop()
  return contents
}

/** Seconds until it was ready, and how many of them nothing listened at its port. */
async function startAndWatch(application: Application): Promise<{ ready: number; refused: number }> {
  const since = performance.now()
  let [isReady, refused, last] = [false, 0, since]
  const watching = (async () => {
    for (; !isReady; await wait(20)) {
      const isOpen = await accepts(application.config.port)
      const now = performance.now()
      if (!isOpen) refused += (now - last) / 1000
      last = now
    }
  })()
  await application.start()
  const ready = (performance.now() - since) / 1000
  isReady = true
  await watching
  return { ready, refused }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

async function killWithDatabase(application: Application): Promise<void> {
  const { dataDir } = application.config
  const postmaster = await postmasterOf(dataDir).catch(() => 0)
  // The note may be of the one that was killed before.
  if (await isRunningIn(postmaster, path.join(dataDir, 'postgres'))) sendSignal(postmaster, 'SIGKILL')
  await application.kill()
}

/** Nothing is lost, everything is filled, and the site works. @returns seconds until all areas were filled */
async function expectComplete(application: Application, before: Record<string, string>): Promise<number> {
  const { dataDir } = application.config
  const db = await application.openDatabase(dataDir)
  const since = performance.now()
  const left = sql<{ left: number }>`select next_id as left from area_fills`
  await expect.poll(async () => (await left.execute(db)).rows[0]?.left, { timeout: 1_800_000, interval: 500 }).toBe(0)
  const seconds = (performance.now() - since) / 1000
  expect(await contentsOf(db)).toEqual(before)
  const ledger = new Ledger(path.join(dataDir, 'ledger'))
  expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
  ledger.close()
  const person = await addPerson({ ...application, db })
  const { id } = await application.api.as(person).addPost(somePost)
  expect((await application.api.fresh().getPost({ id: String(id) })).title).toBe(somePost.title)
  return seconds
}

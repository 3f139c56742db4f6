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
import { connect as connectTo, type Database } from '#server/db/connect.ts'
import { isRunningIn, sendSignal } from '#server/db/embedded/account.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { addPerson, somePost } from '../post-site.ts'
import { type Application, postmasterOf, prepareApplication } from './application.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { contentsOf, fillOldRelease, OLD_SECRET } from './old-release.ts'
import { isFull, record } from './table.ts'

const POSTS = 200_000
const KILLS = 6

/** The states that went public before: the oldest that can be upgraded (`docs/data.md`), and the latest. */
const RELEASES = ['b518846', '17079a5']

// They come from the clone's history, and their packages from the registry.
test.runIf(isFull).each(RELEASES)(
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
    const before = await outdateAreas(smoothFolder)

    const smooth = await prepare(smoothFolder)
    const undisturbed = await startAndWatch(smooth)
    const wanted = await expectComplete(smooth, before)
    await smooth.close()
    await rm(smoothFolder, { recursive: true })
    const said = `ready after ${undisturbed.ready.toFixed(1)} s, port closed for ${undisturbed.refused.toFixed(1)} s, areas after ${wanted.seconds.toFixed(0)} s`
    record({ fault: 'U', done: `${commit}, ${POSTS} posts, undisturbed: ${said}`, acknowledged: POSTS, lost: 0 })

    const killedFolder = await copy('killed')
    await outdateAreas(killedFolder)
    const killed = await prepare(killedFolder)
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
    const left = await killWhileFilling(killed)
    const again = await startAndWatch(killed)
    // It goes on where it stopped: a new beginning would be at the newest post.
    expect(await leftToFill(await killed.openDatabase(killedFolder))).toBeLessThanOrEqual(left)
    expect(killed.logged()).not.toContain('"assigning posts to areas"')
    const fill = await expectComplete(killed, before)
    expect(fill.areas).toBe(wanted.areas)
    await killed.close()
    const at = moments.map((ms) => (ms / 1000).toFixed(1)).join(', ')
    const closed = Math.max(last.refused, again.refused).toFixed(1)
    const done = `${commit}, ${POSTS} posts, killed with its PostgreSQL after ${at} s, and once with ${left} left to fill: port closed for ${closed} s, areas after ${fill.seconds.toFixed(0)} s; until it was ready`
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

/** Of areas, so that the upgrade has to assign all posts anew. */
const OUTDATED = 'before'

async function outdateAreas(dataDir: string): Promise<Record<string, string>> {
  const embedded = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'warn' }) })
  const { db } = connectTo(embedded.connectionString, 1)
  const contents = await contentsOf(db)
  await sql`update area_fills set version = ${OUTDATED}`.execute(db)
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

/** Kills it when a part of the areas is filled. @returns how many posts were left then, or a few more than that */
async function killWhileFilling(application: Application): Promise<number> {
  const db = await application.openDatabase(application.config.dataDir)
  const { rows } = await sql<{ newest: number }>`select max(id) as newest from posts`.execute(db)
  const newest = rows[0]?.newest ?? 0
  let left = newest
  for (; left > newest * 0.9; await wait(100)) left = await leftToFill(db)
  await killWithDatabase(application)
  expect(left).toBeGreaterThan(0)
  return left
}

async function leftToFill(db: Database): Promise<number> {
  const { rows } = await sql<{
    left: number
  }>`select next_id as left from area_fills where version <> ${OUTDATED}`.execute(db)
  return rows[0]?.left ?? Number.POSITIVE_INFINITY
}

type Filled = { seconds: number; areas: string | undefined }

/** Nothing is lost, everything is filled, and the site works. @returns when all areas were filled, and a sum of them */
async function expectComplete(application: Application, before: Record<string, string>): Promise<Filled> {
  const { dataDir } = application.config
  const db = await application.openDatabase(dataDir)
  const since = performance.now()
  await expect.poll(() => leftToFill(db), { timeout: 1_800_000, interval: 500 }).toBe(0)
  const seconds = (performance.now() - since) / 1000
  // A new release may know the areas of more posts.
  expect(await contentsOf(db)).toEqual({ ...before, inAreas: expect.anything() })
  const { rows } = await sql<{ areas: string }>`
    select count(*) || ' ' || sum(hashtextextended(concat_ws('|', post_id, address), 0)) as areas
    from post_areas join areas on id = area_id`.execute(db)
  const ledger = new Ledger(path.join(dataDir, 'ledger'))
  expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
  ledger.close()
  const person = await addPerson({ ...application, db })
  const { id } = await application.api.as(person).addPost(somePost)
  expect((await application.api.fresh().getPost({ id: String(id) })).title).toBe(somePost.title)
  return { seconds, areas: rows[0]?.areas }
}

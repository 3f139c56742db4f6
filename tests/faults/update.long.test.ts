import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { ensureProgram } from '../../scripts/programs/debian.ts'
import { startObjectStorage } from '../object-storage.ts'
import { ownPort } from '../own-port.ts'
import { addPerson, type Person } from '../post-site.ts'
import { startPair } from '../postgres-pair.ts'
import { type Application, prepareApplication } from './application.ts'
import { startBalancer } from './balancer.ts'
import { startProxy } from './database-proxy.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { type Load, startLoad } from './load.ts'
import { commitBeforeMigrations, unpackSources } from './old-release.ts'
import { measuresFaults, recordFigures, writesOf } from './table.ts'

const PEOPLE = 8

/** Seconds that an instance waits for older ones before it ends; then it is started again, as a supervisor does. */
const DATABASE_WAIT = '10'

/** Processes start slowly on a busy machine. */
const PATIENCE = { timeout: 600_000 }

const haproxy = measuresFaults && (await ensureProgram('haproxy'))

type Machine = Readonly<{ former: Application; present: Application }>

// The former release comes from the clone's history: of an older one, this release's people could not be added.
test.runIf(haproxy)(
  'three instances updated by docs/operations.md under load, and then their primary lost: nothing acknowledged is lost',
  async () => {
    const cleanup = new AsyncDisposableStack()
    onTestFinished(() => cleanup.disposeAsync())
    const pair = cleanup.adopt(await startPair({ synchronous: true }), (it) => it.close())
    const storage = cleanup.adopt(await startObjectStorage(), (it) => it.close())
    // Address of the current primary.
    const address = cleanup.adopt(await startProxy(pair.primary.url), (it) => it.close())
    const folder = cleanup.adopt(await mkdtemp(path.join(tmpdir(), 'matnanum-update-')), (it) =>
      rm(it, { recursive: true, force: true }),
    )
    const release = path.join(folder, 'release')
    await mkdir(release)
    await unpackSources(await commitBeforeMigrations(), release)
    const port = await ownPort()
    const env = {
      DATABASE_URL: address.connectionString,
      DATABASE_READ_URL: pair.standby.url,
      DATABASE_POOL: '6',
      DATABASE_WAIT,
      IMAGES_URL: storage.url(),
      SECRET_KEY: 'a secret of at least thirty-two characters',
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      // HAProxy's checks are late on a busy machine.
      DRAIN_SECONDS: '10',
      LOG_LEVEL: 'warn',
    }
    const prepareMachine = async (): Promise<Machine> => {
      const own = { ...env, PORT: String(await ownPort()) }
      const former = cleanup.adopt(await prepareApplication({ env: own, release }), (it) => it.close())
      const present = cleanup.adopt(await prepareApplication({ env: own }), (it) => it.close())
      return { former, present }
    }
    const machines = [await prepareMachine(), await prepareMachine(), await prepareMachine()] as const
    const [first, ...others] = machines
    for (const { former } of machines) await former.start()
    const ports = machines.map(({ former }) => former.config.port)
    cleanup.adopt(await startBalancer(haproxy || '', port, ports), (it) => it.stop())
    const db = await first.former.openDatabase()
    const people: Person[] = await Promise.all(Array.from({ length: PEOPLE }, () => addPerson({ ...first.former, db })))
    const ledger = cleanup.adopt(new Ledger(path.join(folder, 'ledger')), (it) => it.close())
    await expect.poll(() => statusAt(first.former, '/readyz'), PATIENCE).toBe(200)
    const load = startLoad(first.former, people, ledger)
    cleanup.defer(() => void load.stop())
    const moreIsDone = () => moreOf(load)
    await moreIsDone()

    // 1. A backup, while it runs.
    const file = path.join(folder, 'backup')
    const command = ['scripts/bootstrap.mjs', 'backup', file]
    await promisify(execFile)(process.execPath, command, { cwd: release, env: { ...process.env, ...env } })
    expect((await stat(file)).size).toBeGreaterThan(0)

    // 2. The new release on the first machine: it waits, and the others answer.
    const usual = failuresOf(load)
    await first.former.stop()
    const updated = supervise(first.present)
    await expect.poll(updated.said, PATIENCE).toContain('an older release of the site still uses them')
    await moreIsDone()
    const waiting = failuresOf(load)
    // None is cut off or refused by HAProxy. The site itself may refuse some on a busy machine.
    expect(waiting).toMatchObject({ hungUp: 0, other: [] })

    // 3. All others stop: the first one migrates and answers.
    const since = performance.now()
    const before = ledger.sizes.posts
    await Promise.all(others.map(({ former }) => former.stop()))
    await updated.isUp
    await expect.poll(() => ledger.sizes.posts, PATIENCE).toBeGreaterThan(before + PEOPLE)
    const pause = (performance.now() - since) / 1000
    const refused = failuresOf(load)
    expect(refused.hungUp).toBe(0)
    const cutOff = refused.other.filter((text) => !text.startsWith('503 '))
    // On a very busy machine a request may take longer than a stop waits; each person has one in flight.
    expect(cutOff.length).toBeLessThanOrEqual(PEOPLE)

    // 4. The others with the new release.
    for (const { present } of others) {
      await present.start()
      await moreIsDone()
    }
    expect(failuresOf(load)).toMatchObject({ hungUp: 0, other: refused.other })
    const late = failuresOf(load).unavailable - refused.unavailable
    const paused = refused.unavailable + refused.other.length - waiting.unavailable
    const done = `three instances updated with a migration; refused requests: ${usual.unavailable} before, ${waiting.unavailable - usual.unavailable} while the new release waited, ${paused} from the stop of the others until it answered (${refused.other.length} of them by HAProxy itself, ${cutOff.length} cut off by the stop), ${late} after that; seconds: from that stop until more posts were added`
    recordFigures({ fault: 'R18', done, ...writesOf(ledger, await ledger.findDamage(db)), seconds: pause })

    // The primary is lost. Each instance stays in the balancer, and reads from the standby.
    const lost = performance.now()
    await pair.primary.kill()
    await address.cut()
    const ready = () => Promise.all(machines.map(({ present }) => readyState(present)))
    await expect.poll(ready, PATIENCE).toEqual(['reading', 'reading', 'reading'])
    const home = () => statusAt(first.present, '/', `http://127.0.0.1:${port}`)
    await expect.poll(home, PATIENCE).toBe(200)
    for (let turn = 0; turn < 5; turn++) expect(await home()).toBe(200)
    expect(await ready()).toEqual(['reading', 'reading', 'reading'])
    await pair.standby.run('select pg_promote()')
    await address.restore(pair.standby.url)
    const { posts } = ledger.sizes
    await expect.poll(() => ledger.sizes.posts, PATIENCE).toBeGreaterThan(posts + PEOPLE)
    const seconds = (performance.now() - lost) / 1000
    expect((await load.stop()).hungUp).toBe(0)
    const after = connect(pair.standby.url, 2).db
    cleanup.defer(() => after.destroy())
    const damage = await ledger.findDamage(after)
    const failover =
      'the primary of three instances behind HAProxy lost, pages from the standby meanwhile, which was promoted; until more posts were added'
    recordFigures({ fault: 'R18', done: failover, ...writesOf(ledger, damage), seconds })
    expect(damage).toEqual(NO_DAMAGE)
  },
  1_200_000,
)

/** Starts an instance until it answers, as systemd does with `Restart=always`. `said`: what it has printed in all attempts. */
function supervise(instance: Application): { isUp: Promise<void>; said: () => string } {
  let earlier = ''
  const attempt = async (): Promise<void> => {
    try {
      await instance.start()
    } catch {
      earlier += instance.logged()
      await wait(100)
      await attempt()
    }
  }
  return { isUp: attempt(), said: () => earlier + instance.logged() }
}

async function statusAt({ config }: Application, target: string, origin = `http://127.0.0.1:${config.port}`) {
  const response = await fetch(origin + target, { headers: { accept: 'text/html' } }).catch(() => null)
  await response?.arrayBuffer()
  return response?.status
}

async function readyState({ config }: Application): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${config.port}/readyz`).catch(() => null)
  const { status } = ((await response?.json()) ?? {}) as { status?: string }
  return status
}

const failuresOf = ({ outcomes: { unavailable, hungUp, other } }: Load) => ({ unavailable, hungUp, other: [...other] })

/** Waits until every person has had several answers. */
async function moreOf({ outcomes }: Load): Promise<void> {
  const before = outcomes.done
  await expect.poll(() => outcomes.done, PATIENCE).toBeGreaterThan(before + 4 * PEOPLE)
}

import { readdir, readFile, readlink } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import type { Database } from '#server/db/connect.ts'
import { isAlive } from '#server/db/embedded/process.ts'
import { buildUser } from '../factories.ts'
import { addPerson, type Person } from '../post-site.ts'
import { type Application, BUILD_MS, childrenOf, postmasterOf, prepareApplication } from './application.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { startLoad } from './load.ts'

const PEOPLE = 20

/** Processes start slowly on a busy machine; in milliseconds. */
const PATIENCE = { timeout: 120_000 }
const LONGEST_MS = 300_000
const FEED = JSON.stringify({ query: '{ getPosts { data { title contents like username } } }' })

let application: Application
let db: Database
let ledger: Ledger
let people: Person[]

/**
 * Preloaded into the site: its measured time passes a thousand times slower, so that nothing expires during a test.
 * Answers that are kept for a second are then only dropped when something says that they are outdated.
 */
const SLOW_CLOCK = 'const now = performance.now.bind(performance); performance.now = () => now() / 1000'

beforeAll(async () => {
  application = await prepareApplication({
    env: {
      WEB_CONCURRENCY: '2',
      DRAIN_SECONDS: '0',
      BUNDLED_PLACES: 'off',
      LIMIT_EXPORT: '3/1h',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SLOW_CLOCK)}`,
    },
  })
  await application.start()
  db = await application.openDatabase()
  ledger = new Ledger(path.join(application.config.dataDir, 'ledger'))
  people = await Promise.all(Array.from({ length: PEOPLE }, () => addPerson({ ...application, db })))
}, BUILD_MS)

afterAll(async () => {
  ledger.close()
  await application.close()
})

test('work that must happen once is done by the first process alone', async () => {
  const held = sql<{ name: string; count: number }>`
    select application_name as name, count(*)::int from pg_stat_activity
    where application_name in ('matnanum instance', 'matnanum listen') or query like 'LISTEN "jobs:insert"%'
    group by 1 order by 1`
  await expect
    .poll(async () => (await held.execute(db)).rows)
    .toEqual([
      { name: 'matnanum instance', count: 1 },
      { name: 'matnanum jobs', count: 1 },
      // Each process hears by itself that its answers are outdated.
      { name: 'matnanum listen', count: 2 },
    ])
  expect(application.logged().match(/maps show no streets/g)).toHaveLength(1)
})

test('every process drops its answers when something changes, whichever process changed it', async () => {
  const { api } = application
  const author = await buildUser(api)
  const [reader] = people as [Person]
  const both = await connectToEach()
  /** What each process says to somebody without a cookie: on the home page, and in the feed. */
  const says = () => Promise.all(both.flatMap((ask) => [ask('GET', '/'), ask('POST', apiPaths.graphql, FEED)]))
  const expectInEach = async (change: () => Promise<unknown>, text: RegExp, isThere = true) => {
    // Each has an answer that would stay as it is.
    await says()
    await change()
    await expect.poll(async () => (await says()).map((answer) => text.test(answer))).toEqual(Array(4).fill(isThere))
  }
  const fields = { contents: '육수가 맑아요.' }
  let id = ''
  await expectInEach(async () => {
    id = String((await api.as(author).addPost({ title: '처음 이름', ...fields })).id)
  }, /처음 이름/)
  await expectInEach(() => api.as(author).editPost({ id, title: '고친 이름', ...fields }), /고친 이름/)
  await expectInEach(() => api.as(reader).likePost({ id, isLike: true, jwt: reader.handle }), /좋아요 1\b|"like":1\b/)
  await expectInEach(() => api.as(author).update({ ...author, jwt: author.handle, username: '새별명' }), /새별명/)
  const { id: other } = await api.as(reader).addPost({ title: '지울 이름', ...fields })
  await expectInEach(() => api.as(reader).deletePost({ id: String(other) }), /지울 이름/, false)
  await expectInEach(() => api.as(author).remove({ jwt: author.handle }), /고친 이름/, false)
})

test('the limits of an account hold over all processes', async () => {
  const { client } = await buildUser(application.api)
  const statuses: number[] = []
  for (let turn = 0; turn < 4; turn++) statuses.push((await client.send('GET', apiPaths.dataExport)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test(
  'a process killed under load is replaced, and nothing acknowledged is lost',
  async () => {
    const load = startLoad(application, people, ledger)
    onTestFinished(() => void load.stop())
    await expect.poll(() => load.outcomes.done).toBeGreaterThan(5 * PEOPLE)
    const [killed, other] = await webProcesses()
    process.kill(killed ?? 0, 'SIGKILL')
    await expect.poll(async () => (await webProcesses()).filter((pid) => pid !== killed).length, PATIENCE).toBe(2)
    const { done } = load.outcomes
    await expect.poll(() => load.outcomes.done).toBeGreaterThan(done + 5 * PEOPLE)
    const outcomes = await load.stop()

    expect(outcomes).toMatchObject({ unavailable: 0, other: [] })
    // Only those who were connected to it.
    expect(outcomes.hungUp).toBeLessThanOrEqual(PEOPLE)
    expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
    expect(await webProcesses()).toContain(other)
    await connectToEach()
  },
  LONGEST_MS,
)

test(
  'a rolling restart under load replaces every process and drops no request',
  async () => {
    const load = startLoad(application, people, ledger)
    onTestFinished(() => void load.stop())
    const reading = readOnKeptConnections()
    onTestFinished(() => void reading.stop())
    await expect.poll(() => load.outcomes.done).toBeGreaterThan(5 * PEOPLE)
    const before = await webProcesses()
    process.kill(application.pid, 'SIGUSR2')
    await expect.poll(() => application.logged(), PATIENCE).toContain('replaced the processes that answer requests')
    expect((await webProcesses()).filter((pid) => before.includes(pid))).toEqual([])

    expect(await load.stop()).toMatchObject({ unavailable: 0, hungUp: 0, other: [] })
    expect(new Set(await reading.stop())).toEqual(new Set([200]))
    expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
  },
  LONGEST_MS,
)

test('without the first process nothing stays behind', async () => {
  const database = await postmasterOf(application.config.dataDir)
  const left = [database, ...(await webProcesses())]
  await application.kill()
  await expect.poll(() => left.filter(isAlive)).toEqual([])
})

/** Ids of the processes that answer requests. */
async function webProcesses(): Promise<number[]> {
  const children = await childrenOf(application.pid)
  return children.flatMap(({ pid, command }) => (command.includes('web-process') ? pid : []))
}

/** `port` is the client's, by which the process that answered can be found. */
type Answer = { status: number; text: string; port: number }

function exchange(agent: Agent, method: string, target: string, body?: string): Promise<Answer> {
  const { publicOrigin: origin } = application.config
  return new Promise((resolve, reject) => {
    const headers = { origin, 'content-type': 'application/json' }
    const outgoing = request(new URL(target, origin), { method, agent, headers }, async (incoming) => {
      const { localPort: port = 0 } = incoming.socket
      resolve({ status: incoming.statusCode ?? 0, text: (await buffer(incoming)).toString(), port })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * The process at the other end of the connection from that port: the one that holds the system's number of the socket.
 * Null if that process has just ended.
 */
async function serverOf(port: number): Promise<number | null> {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/))
  const inode = rows.find(([, , rem = '']) => rem.endsWith(remote))?.[9]
  for (const pid of await webProcesses()) {
    const folder = `/proc/${pid}/fd`
    for (const fd of await readdir(folder)) {
      if ((await readlink(path.join(folder, fd)).catch(() => '')) === `socket:[${inode}]`) return pid
    }
  }
  return null
}

/** Reads the feed over a few kept connections, each used at once again, until it is stopped. */
function readOnKeptConnections(): { stop(): Promise<number[]> } {
  const statuses: number[] = []
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        const { status } = await exchange(agent, 'POST', apiPaths.graphql, FEED).catch(() => ({ status: 0 }))
        statuses.push(status)
      }
      agent.destroy()
    }),
  )
  return {
    stop: async () => {
      isOver = true
      await reading
      return statuses
    },
  }
}

type Ask = (method: string, target: string, body?: string) => Promise<string>

/** A kept connection to each process. Connections are handed out in turn, and nobody else opens any. */
async function connectToEach(): Promise<Ask[]> {
  const pids = await webProcesses()
  const byProcess = new Map<number, Ask>()
  await expect
    .poll(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      onTestFinished(() => agent.destroy())
      const ask: Ask = async (method, target, body) => (await exchange(agent, method, target, body)).text
      const pid = await serverOf((await exchange(agent, 'GET', apiPaths.healthz)).port)
      if (pid !== null) byProcess.set(pid, ask)
      return [...byProcess.keys()].toSorted()
    }, PATIENCE)
    .toEqual(pids.toSorted())
  return [...byProcess.values()]
}

import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { isAlive } from '#server/platform/database/embedded/cluster.ts'
import type { Client } from '../api.ts'
import { buildUser } from '../factories.ts'
import type { Person } from '../post-site.ts'
import { type Application, postmasterPid } from './application.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { connectToEach, PATIENCE, sendRequest, type TestRequest, webProcesses } from './each-process.ts'
import { type Ledger, NO_DAMAGE } from './ledger.ts'
import { startLoad } from './load.ts'

/** Few: on a busy machine more of them would wait for the database longer than it is allowed. */
const PEOPLE = 8

const feed = ask('{ getPosts { data { title contents like username } } }')

let crowd: Crowd
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
  crowd = await startCrowd(PEOPLE, {
    WEB_CONCURRENCY: '2',
    DRAIN_SECONDS: '0',
    LIMIT_EXPORT: '3/1h',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SLOW_CLOCK)}`,
  })
  ;({ application, db, ledger, people } = crowd)
})

afterAll(() => crowd.close())

test('work that must happen once is done by one worker alone', async () => {
  const held = sql<{ name: string; count: number }>`
    select substring(application_name from '^matnanum \\w+') as name, count(*)::int from pg_stat_activity
    where application_name ~ '^matnanum (instance|listen)' or query like 'LISTEN "jobs:insert"%'
    group by 1 order by 1`
  await expect
    .poll(async () => (await held.execute(db)).rows)
    .toEqual([
      { name: 'matnanum instance', count: 1 },
      { name: 'matnanum jobs', count: 1 },
      { name: 'matnanum listen', count: 1 },
    ])
})

test('every process drops its answers when something changes, whichever process changed it', {}, async () => {
  const { api } = application
  const author = await buildUser(api)
  const [reader] = people as [Person]
  const cookieOf = ({ client }: { client: Client }) => [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const place = { address: '서울 마포구 숭문길 24', place_name: '숭문길 냉면' }
  const fields = { contents: '육수가 맑아요.', ...place }
  const first = await api.as(reader).addPost({ title: '먼저 쓴 글', ...fields })
  const { place_id } = await api.as(reader).getPost({ id: String(first.id) })
  const area = `/area/${encodeURI('서울/마포구')}`
  const both = await connectToEach(application)
  // The areas of a new site are made in the background, which is not announced: until then no page of one is asked for.
  const inAreas = sql<{ id: number }>`select post_id as id from post_areas where post_id = ${first.id}`
  await expect.poll(async () => (await inAreas.execute(db)).rows.length, PATIENCE).toBeGreaterThan(0)

  /** Each of these is kept: answers and pages for everybody, pages for all members, and those for authors of posts on them. */
  const shown = [
    feed,
    ask(`{ getPosts(place: ${place_id}) { data { title contents like username } } }`),
    page('/'),
    page(`/place/${place_id}`),
    page(area),
    page('/', cookieOf(reader)),
    page(area, cookieOf(people[1] as Person)),
    page('/', cookieOf(author)),
  ]
  const says = () => Promise.all(both.flatMap((answer) => shown.map(answer)))
  const expectInEach = async (change: () => Promise<unknown>, text: RegExp, isThere = true) => {
    // Unchanged data would keep the cached answer of each process.
    await says()
    await change()
    await expect
      .poll(async () => (await says()).map((answer) => text.test(answer)))
      .toEqual(Array(2 * shown.length).fill(isThere))
  }
  let id = ''
  await expectInEach(async () => {
    id = String((await api.as(author).addPost({ title: '처음 이름', ...fields })).id)
  }, /처음 이름/)
  shown.push(page(`/post/${id}`), page(`/post/${id}`, cookieOf(reader)))
  await expectInEach(() => api.as(author).editPost({ id, title: '고친 이름', ...fields }), /고친 이름/)
  await expectInEach(
    () => api.as(reader).likePost({ id, isLike: true, jwt: reader.handle }),
    /좋아요 (?:<!-- -->)?(?:<span>)?1\b|"like":1\b/,
  )
  await expectInEach(() => api.as(author).update({ ...author, jwt: author.handle, username: '새별명' }), /새별명/)
  const { id: other } = await api.as(reader).addPost({ title: '지울 이름', ...fields })
  shown.push(page(`/post/${other}`))
  await expectInEach(() => api.as(reader).deletePost({ id: String(other) }), /지울 이름/, false)
  await expectInEach(() => api.as(author).remove({ jwt: author.handle }), /고친 이름/, false)
})

test('the limits of an account hold over all processes', async () => {
  const { client } = await buildUser(application.api)
  const statuses: number[] = []
  for (let turn = 0; turn < 4; turn++) statuses.push((await client.send('GET', apiPaths.dataExport)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('a process killed under load is replaced, and nothing acknowledged is lost', async () => {
  const load = startLoad(application, people, ledger)
  onTestFinished(() => void load.stop())
  await expect.poll(() => load.outcomes.done).toBeGreaterThan(5 * PEOPLE)
  const [killed, other] = await webProcesses(application)
  process.kill(killed ?? 0, 'SIGKILL')
  await expect
    .poll(async () => (await webProcesses(application)).filter((pid) => pid !== killed).length, PATIENCE)
    .toBe(2)
  const { done } = load.outcomes
  await expect.poll(() => load.outcomes.done).toBeGreaterThan(done + 5 * PEOPLE)
  const outcomes = await load.stop()

  expect(outcomes).toMatchObject({ unavailable: 0, other: [] })
  // Only clients connected to that process fail.
  expect(outcomes.hungUp).toBeLessThanOrEqual(PEOPLE)
  expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
  expect(await webProcesses(application)).toContain(other)
  await connectToEach(application)
})

test('a rolling restart under load replaces every process and drops no request', async () => {
  const load = startLoad(application, people, ledger)
  onTestFinished(() => void load.stop())
  const reading = readOnKeptConnections()
  onTestFinished(() => void reading.stop())
  await expect.poll(() => load.outcomes.done).toBeGreaterThan(5 * PEOPLE)
  const before = await webProcesses(application)
  process.kill(application.pid, 'SIGUSR2')
  await expect.poll(() => application.logged(), PATIENCE).toContain('replaced the processes that answer requests')
  expect((await webProcesses(application)).filter((pid) => before.includes(pid))).toEqual([])

  expect(await load.stop()).toMatchObject({ unavailable: 0, hungUp: 0, other: [] })
  expect(new Set(await reading.stop())).toEqual(new Set([200]))
  expect(await ledger.findDamage(db)).toEqual(NO_DAMAGE)
})

test('without the first process nothing stays behind', async () => {
  const database = await postmasterPid(application.config.dataDir)
  const left = [database, ...(await webProcesses(application))]
  await application.kill()
  await expect.poll(() => left.filter(isAlive)).toEqual([])
})

/** A question to the API. */
function ask(query: string): TestRequest {
  return { method: 'POST', target: apiPaths.graphql, body: JSON.stringify({ query }) }
}

/** A visit of a page, without a session unless there is a cookie. */
function page(target: string, cookie?: string): TestRequest {
  return { method: 'GET', target, ...(cookie && { cookie }) }
}

/** Reads the feed over a few kept connections, each used at once again, until it is stopped. */
function readOnKeptConnections(): { stop(): Promise<number[]> } {
  const statuses: number[] = []
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        const { status } = await sendRequest(application, agent, feed).catch(() => ({ status: 0 }))
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

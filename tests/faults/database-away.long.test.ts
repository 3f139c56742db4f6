import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import type { HttpResponse } from '../api.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { buildUser, type TestUser } from '../factories.ts'
import { smallPhoto } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { somePost } from '../post-site.ts'
import { type Application, prepareApplication } from './application.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import { measuresFaults, recordFigures, rounds, secondsOf } from './table.ts'

const POOL = 5
/** Longer than a request may wait for a connection, shorter than a statement may run; in milliseconds. */
const PATIENCE = 9000

let database: TestDatabase
let proxy: DatabaseProxy
let application: Application
let person: TestUser
let postId: string
let pending: string

beforeAll(async () => {
  database = await freshDatabase()
  proxy = await startProxy(database.connectionString)
  application = await prepareApplication({
    env: { DATABASE_URL: proxy.connectionString, DATABASE_POOL: String(POOL), LOG_LEVEL: 'warn' },
  })
  await application.start()
  person = await buildUser(application.api)
  postId = String((await application.api.as(person).addPost(somePost)).id)
  pending = new URL((await uploadPicture(person.client, await smallPhoto())).answer.url).pathname
})

afterAll(async () => {
  await application.close()
  await proxy.close()
  await database.drop()
})

/** One request for everything that needs the database. */
const requests: Record<string, () => Promise<HttpResponse>> = {
  'a list': () => ask('{ getPosts(pageParam: 1) { data { id } } }'),
  'a search': () => ask('{ getSearchPosts(pageParam: 1, keyword: "냉면") { data { id } } }'),
  'a like': () => ask(`mutation { likePost(id: "${postId}", isLike: true, jwt: "${person.handle}") { count } }`),
  'a new post': () => ask('mutation { addPost(title: "을밀대", contents: "냉면") { id } }'),
  'a page for somebody': () => person.client.send('GET', `/?keyword=${Math.random()}`, null, { accept: 'text/html' }),
  'a page for everybody': () =>
    application.api.fresh().send('GET', `/post/${postId}?keyword=${Math.random()}`, null, { accept: 'text/html' }),
  'an upload': async () => (await uploadPicture(person.client, await smallPhoto())).reply,
  'a pending picture': () => person.client.send('GET', pending),
  'the export': () => person.client.send('GET', apiPaths.dataExport),
}

/** Status of the readiness check, which asks the database once a second. */
const probe = async () => (await application.api.send('GET', sitePaths.readyz)).status

test('while the database is away everything answers 503 with the message, and the process lives', async () => {
  const statuses = async () => {
    const entries = Object.entries(requests).map(async ([name, send]) => [name, (await send()).status])
    return Object.fromEntries(await Promise.all(entries)) as Record<string, number>
  }
  const every = (status: number) => Object.fromEntries(Object.keys(requests).map((name) => [name, status]))
  // First requests may take too long on a busy machine.
  await expect.poll(statuses).toEqual(every(200))
  for (let times = 0; times < 3; times++) {
    await proxy.cut()
    expect(await statuses()).toEqual(every(503))
    await expect.poll(probe).toBe(503)
    for (const send of Object.values(requests)) expect((await send()).text).toContain(errorMessages.UNAVAILABLE)
    expect((await application.api.send('GET', sitePaths.healthz)).status).toBe(200)
    await proxy.restore()
    // At once, without a failure first.
    expect(await statuses()).toEqual(every(200))
    await expect.poll(probe).toBe(200)
  }
  expect(application.isRunning()).toBe(true)
})

test('while the database keeps its connections without a word, the readiness probe soon says so', async () => {
  proxy.freeze()
  await expect.poll(probe, { timeout: PATIENCE }).toBe(503)
  proxy.thaw()
  await expect.poll(probe).toBe(200)
})

// It takes half a minute; `server/platform/database/silence.long.test.ts` has the same with shorter times.
test.runIf(measuresFaults)(
  'without a word of the database everything answers 503, goes on later, and can be stopped',
  async () => {
    proxy.freeze()
    const sent = Object.values(requests).map((send) => send())
    const replies: HttpResponse[] = []
    const waited = await secondsOf(async () => void replies.push(...(await Promise.all(sent))))
    for (const { status, text } of replies)
      expect([status, text]).toEqual([503, expect.stringContaining(errorMessages.UNAVAILABLE)])
    proxy.thaw()
    const seconds = await secondsOf(async () => {
      for (const send of Object.values(requests)) expect((await send()).status).toBe(200)
    })
    proxy.freeze()
    const stopped = await secondsOf(() => application.stop())
    proxy.thaw()
    await application.start()
    const done = `never answers, but keeps its connections: ${sent.length} requests got 503 within ${waited.toFixed(1)} s, the site stopped in ${stopped.toFixed(1)} s; until all worked`
    recordFigures({ fault: 'S', done, seconds })
  },
)

test('jobs are run again after the database was away', async () => {
  await proxy.cut()
  await proxy.restore()
  await sql`select graphile_worker.add_job('purge_expired')`.execute(database.db)
  await expect.poll(jobsLeft).toBe(0)
})

test('a job that is interrupted while the database is away does not end the process, and runs again soon', async () => {
  const release = await holdTable('sessions')
  await sql`select graphile_worker.add_job('purge_expired')`.execute(database.db)
  await expect.poll(jobsLeft).toBe(1)
  await expect.poll(jobsRunning).toBe(1)
  await proxy.cut()
  await expect.poll(() => application.logged()).toContain('starting them again')
  await release()
  await proxy.restore()
  await expect.poll(jobsLeft).toBe(0)
  expect(application.isRunning()).toBe(true)
})

test('when every connection is taken, waiting requests get 503 in time, and the site continues as soon as one is free', async () => {
  const release = await holdTable('posts')
  const since = performance.now()
  const replies = Promise.all(Array.from({ length: 4 * POOL }, (_, page) => list(page + 1)))
  const tooLong = wait(PATIENCE, 'still waiting' as const)
  expect((await application.api.send('GET', sitePaths.healthz)).status).toBe(200)
  const outcome = await Promise.race([replies, tooLong])
  if (outcome === 'still waiting') throw new Error(outcome)
  const waited = ((performance.now() - since) / 1000).toFixed(1)
  expect(outcome.map(({ status }) => status)).toEqual(Array.from({ length: 4 * POOL }, () => 503))
  for (const { text } of outcome) expect(text).toContain(errorMessages.UNAVAILABLE)
  await release()
  const seconds = await secondsOf(async () => expect((await list(1)).status).toBe(200))
  const done = `every connection taken: ${outcome.length} requests got 503 within ${waited} s; until one worked`
  recordFigures({ fault: 'R6', done, seconds })
})

test('a request whose COMMIT lost its reply is 503, and the same one again finds the post that it added', async () => {
  const ids: string[] = []
  for (let round = 0; round < rounds(1, 20); round++) {
    const title = `답이 없던 글 ${round}`
    const key = { 'idempotency-key': `no reply ${round}` }
    const add = () => application.api.as(person).addPost({ ...somePost, title }, key)
    proxy.loseReplyToCommit(title)
    await expect(add()).rejects.toMatchObject({ status: 503 })
    ids.push(String((await add()).id))
  }
  const { rows } = await sql<{ id: number }>`select id from posts where title like '답이 없던%' order by id`.execute(
    database.db,
  )
  const done = `the reply to COMMIT lost ${ids.length} times, each request sent again with its key: ${rows.length} posts`
  recordFigures({ fault: 'R4', done, acknowledged: ids.length, lost: ids.length - new Set(ids).size })
  expect(rows.map(({ id }) => String(id))).toEqual(ids)
})

/** One page of posts for a signed-in person, so that no shared answer is used. */
function list(page: number): Promise<HttpResponse> {
  return ask(`{ getPosts(pageParam: ${page}) { data { id } } }`)
}

function ask(query: string): Promise<HttpResponse> {
  return person.client.post({ query })
}

/** Locks a table for everybody else until the returned function is called. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const [holding, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = database.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    holding.resolve()
    await released.promise
  })
  await Promise.race([holding.promise, lock])
  return () => {
    released.resolve()
    return lock
  }
}

function jobsLeft(): Promise<number> {
  return countJobs(sql`true`)
}

function jobsRunning(): Promise<number> {
  return countJobs(sql`locked_at is not null`)
}

async function countJobs(which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs
    where task_identifier = 'purge_expired' and ${which}`.execute(database.db)
  return rows[0]?.count ?? 0
}

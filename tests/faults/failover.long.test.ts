import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { cookieNames } from '#server/platform/http/cookies.ts'
import { Client } from '../api.ts'
import { addPerson, type Person, refusal, somePost } from '../post-site.ts'
import { type Pair, startPair } from '../postgres-pair.ts'
import { type Application, prepareApplication } from './application.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { startLoad } from './load.ts'
import { recordFigures, writesOf } from './table.ts'

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
    env: { DATABASE_URL: address.connectionString, DATABASE_READ_URL: pair.standby.url, LOG_LEVEL: 'warn' },
  })
  await application.start()
})

afterAll(async () => {
  await after?.destroy()
  await application.close()
  await address.close()
  await pair.close()
})

test('without a primary members read on from the replica, writes are refused, and no instance leaves the balancer', async () => {
  const db = await application.openDatabase()
  const { api } = application
  const person = await addPerson({ ...application, db })
  const { id } = await api.as(person).addPost({ ...somePost, title: '주인 없는 밤의 국밥' })
  await api.as(person).savePost({ post: String(id), list: 'want', saved: true })
  const read = async () => {
    const pages = ['/', `/post/${id}`, '/me', '/following'].map((path) =>
      person.client.send('GET', path, null, { accept: 'text/html' }),
    )
    return (await Promise.all(pages)).map(({ status, text }) => [status, text.includes(person.username)])
  }
  const everything = Array(4).fill([200, true])
  const readiness = async () => (await api.fresh().send('GET', '/readyz')).text
  const like = () => refusal(api.as(person).likePost({ id: String(id), isLike: true, jwt: person.handle }))
  const logged = (text: string) => application.logged().split(text).length - 1
  await expect.poll(read).toEqual(everything)
  // The standby has what was just written.
  await expect.poll(() => pair.standby.run(`select from posts where id = ${id}`)).toHaveLength(1)

  await pair.primary.kill()
  await address.cut()
  const answers: string[] = []
  await expect
    .poll(async () => {
      answers.push(await readiness())
      return read()
    })
    .toEqual(everything)
  const [ready, reading] = ['{"status":"ready"}', '{"status":"reading"}']
  await expect.poll(readiness).toBe(reading)
  expect(answers.filter((answer) => answer !== ready && answer !== reading)).toEqual([])
  expect(await api.as(person).getSavedPosts({ list: 'want' })).toMatchObject({
    data: [{ title: '주인 없는 밤의 국밥' }],
  })
  expect(await like()).toEqual({ message: errorMessages.UNAVAILABLE, code: 'UNAVAILABLE' })

  // A session that the replica does not know may be one of just before, so its browser keeps it.
  const { session } = cookieNames(application.config)
  const unknown = new Client(api.origin, new Map([[session, 'u'.repeat(43)]]))
  expect((await unknown.send('GET', '/', null, { accept: 'text/html' })).status).toBe(503)
  expect(unknown.cookies.has(session)).toBe(true)
  expect(logged('the primary of the database is away')).toBe(1)

  await pair.primary.start()
  await address.restore(pair.primary.url)
  await expect.poll(like).toMatchObject({ message: 'the call succeeded' })
  await expect.poll(readiness).toBe(ready)
  await unknown.send('GET', '/', null, { accept: 'text/html' })
  expect(unknown.cookies.has(session)).toBe(false)
  expect(logged('the jobs ended unexpectedly')).toBeLessThanOrEqual(1)
  await expect.poll(() => pair.primary.run('select from pg_stat_replication')).toHaveLength(1)
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
  recordFigures({ fault: 'R3', done, ...writesOf(ledger, damage), seconds })
  expect(damage).toEqual(NO_DAMAGE)
  ledger.close()
})

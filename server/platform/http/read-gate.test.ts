import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { startPostSite } from '#tests/post-site.ts'
import { startSite } from '#tests/site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { buildApp } from '../../site.ts'
import { AppError } from '../errors.ts'
import { registerGates } from './request-turns.ts'

/** Connections, of which one network may hold two. */
const POOL = '3'

test('one network with many pages leaves room for the pages of others', async () => {
  const held = Promise.withResolvers<void>()
  const rendered: string[] = []
  const web = fakeWeb(async (request) => {
    const path = new URL(request.url).pathname
    rendered.push(path)
    if (path.startsWith('/post/many')) await held.promise
    return new Response(path, { headers: { 'content-type': 'text/html' } })
  })
  const site = await startSite({ web, env: { DATABASE_POOL: POOL } })
  onTestFinished(() => site.close())
  const many = Array.from({ length: 20 }, (_, page) => site.api.fresh('127.0.2.1').send('GET', `/post/many-${page}`))
  await expect.poll(() => rendered.length).toBe(2)
  expect((await site.api.fresh('127.0.2.2').send('GET', '/post/another')).status).toBe(200)
  expect(rendered.filter((path) => path.startsWith('/post/many'))).toHaveLength(2)
  held.resolve()
  await Promise.all(many)
})

test('while connections arrive, the event loop is left to them for a millisecond before a page is made', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerGates(app, { databasePool: 1, passwordQueue: 100 })
  app.server.emit('connection', new Socket())
  const seen: string[] = []
  const aMillisecond = wait(1).then(() => seen.push('a millisecond'))
  const request = { ip: '127.0.0.1' } as FastifyRequest
  await app.inReadTurn(request, async () => void seen.push('a page'))
  await aMillisecond
  expect(seen).toEqual(['a millisecond', 'a page'])
})

test('as long as connections arrive, they have three quarters of the time', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.server.removeAllListeners('connection')
  registerGates(app, { databasePool: 1, passwordQueue: 100 })
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let arrived = 0
  let isOver = false
  // Requests arrive in separate turns of the event loop.
  const arrive = () => {
    if (isOver) return
    arrived++
    now += 0.25
    app.server.emit('connection')
    setImmediate(arrive)
  }
  arrive()
  const before: number[] = []
  for (let page = 0; page < 3; page++) {
    await app.inReadTurn({ ip: '127.0.0.1' } as FastifyRequest, async () => {
      before.push(arrived)
      now += 4
    })
  }
  isOver = true
  const [first = 0, second = 0, third = 0] = before
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(48)
})

test('while connections arrive, a page begins when the one before is done', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.server.removeAllListeners('connection')
  registerGates(app, { databasePool: 10, passwordQueue: 100 })
  let isOver = false
  const arrive = () => {
    if (isOver) return
    app.server.emit('connection')
    setImmediate(arrive)
  }
  let running = 0
  let most = 0
  const page = async () => {
    most = Math.max(most, ++running)
    await wait(5)
    running--
  }
  const ask = () => app.inReadTurn({ ip: '127.0.0.1' } as FastifyRequest, page)
  await Promise.all([ask(), ask(), ask()])
  expect([most, running]).toEqual([3, 0])
  most = 0
  arrive()
  await Promise.all([ask(), ask(), ask()])
  isOver = true
  expect(most).toBe(1)
})

test('reads of the API that no cache answers and writes of visitors take turns, writes of members take others, what hashes passwords its own', async () => {
  const site = await startSite({ listens: true })
  onTestFinished(() => site.close())
  const app = await buildApp(site.services, null)
  onTestFinished(() => app.close())
  let turns = 0
  let writeTurns = 0
  app.inReadTurn = (_request, compute) => {
    turns++
    return compute()
  }
  app.inWriteTurn = (_request, _accountId, write) => {
    writeTurns++
    return write()
  }
  let passwordTurns = 0
  app.inPasswordTurn = (_request, task) => {
    passwordTurns++
    return task()
  }
  const { client } = await buildUser(site.api)
  const member = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const turnsOf = async (query: string, cookie = '') => {
    turns = 0
    const headers = { 'content-type': 'application/json', cookie }
    const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    expect(response.json()).toMatchObject(/^mutation|login/.test(query) ? { errors: {} } : { data: {} })
    return turns
  }
  // One turn for parsing a new document, one for reading.
  expect(await turnsOf('{ getPosts { data { id } } }')).toBe(2)
  expect(await turnsOf('{ getPosts { data { id } } }')).toBe(0)
  expect(await turnsOf('{ searchPlaces(keyword: "ㄱㅅ") { place_name } }')).toBe(2)
  expect(await turnsOf('{ searchPlaces(keyword: "ㄱㅅ") { place_name } }')).toBe(1)
  const like = 'mutation { likePost(id: "1", isLike: true, jwt: "") { count } }'
  expect(await turnsOf(like)).toBe(2)
  expect(await turnsOf(like)).toBe(1)
  expect(writeTurns).toBe(0)
  expect(await turnsOf(like, member)).toBe(0)
  expect(writeTurns).toBe(1)
  // Changes of passwords wait in the queue of passwords, so they take no write turn.
  await turnsOf('mutation { changePw(jwt: "", newPassword: "another-one1!") { count } }', member)
  expect(writeTurns).toBe(1)
  const login = '{ login(email: "a@b.kr", password: "a-wrong-one1!") { jwt } }'
  expect(await turnsOf(login)).toBe(1)
  expect(await turnsOf(login)).toBe(0)
  // The password change above, and two logins.
  expect(passwordTurns).toBe(3)
})

test('of what hashes passwords one network holds two thirds of the turns, and others begin at once', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerGates(app, { databasePool: 1, passwordQueue: 1 })
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const ask = (ip: string) =>
    app.inPasswordTurn({ ip } as FastifyRequest, () => {
      begun.push(ip)
      return held.promise
    })
  const flood = Array.from({ length: 100 }, () => ask('127.0.2.1'))
  const other = ask('127.0.2.2')
  await expect.poll(() => begun).toContain('127.0.2.2')
  for (let turn = 0; turn < 50; turn++) await wait(0)
  expect(begun.filter((ip) => ip === '127.0.2.1')).toHaveLength(14)
  held.resolve()
  await Promise.all([...flood, other])
})

test('writes that wait for one row hold half of the connections, and one network two thirds of these', async () => {
  const site = await startPostSite({ env: { ...unlimited, DATABASE_POOL: '6' } })
  onTestFinished(() => site.close())
  const id = await site.post()
  const likers = await Promise.all([1, 2, 3].map((network) => buildUser(site.api.fresh(`127.0.3.${network}`))))
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db)
    return rows.length
  }
  const likes = (person: TestUser) =>
    Array.from({ length: 5 }, () => site.api.as(person).likePost({ id, isLike: true, jwt: person.handle }))
  const tx = await site.db.startTransaction().execute()
  await sql`select from posts where id = ${id} for update`.execute(tx)
  const [first, ...others] = likers.map((person) => () => likes(person))
  const all = first?.() ?? []
  await expect.poll(waiting).toBe(2)
  for (let read = 0; read < 5; read++) await site.api.getPost({ id })
  expect(await waiting()).toBe(2)
  for (const start of others) all.push(...start())
  await expect.poll(waiting).toBe(3)
  for (let read = 0; read < 5; read++) await site.api.getPost({ id })
  expect(await waiting()).toBe(3)
  await tx.commit().execute()
  for (const { count } of await Promise.all(all)) expect(count).toBeGreaterThan(0)
})

test('nothing of an unknown document is read before its turn', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  const app = await buildApp(site.services, null)
  onTestFinished(() => app.close())
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query: '{ malformed' } }))
      .statusCode
  }
  expect(await ask()).toBe(400)
  app.inReadTurn = () => Promise.reject(new AppError('UNAVAILABLE'))
  expect(await ask()).toBe(503)
})

test('all waits of one request for connections share one time limit', async () => {
  const { db, pool, drop } = await freshDatabase(1)
  const held = await pool.connect()
  const app = Fastify()
  registerGates(app, { databasePool: 1, passwordQueue: 100 })
  const ended: string[] = []
  app.post('/', async () => {
    await sql`select 1`.execute(db).catch(() => {})
    const another = pool.connect().catch(() => ended.push('another request'))
    await sql`select 1`.execute(db).catch(() => ended.push('this request'))
    await another
    return ended
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(address, lateJson())
  expect(await reply.json()).toEqual(['this request', 'another request'])
  held.release()
  await app.close()
  await drop()
})

function lateJson(): RequestInit & { duplex: 'half' } {
  const body = new ReadableStream({
    start: async (controller) => {
      await wait(100)
      controller.enqueue(new TextEncoder().encode('{}'))
      controller.close()
    },
  })
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
}

import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { buildUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { startSite } from '#tests/site.ts'
import { buildApp } from '../app.ts'
import { AppError } from '../errors.ts'
import { registerReadGate } from './request-turns.ts'

/** Places for answers that are computed at once, of which one network may hold two. */
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
  registerReadGate(app, { databasePool: 1 })
  app.server.emit('connection', new Socket())
  const seen: string[] = []
  const aMillisecond = wait(1).then(() => seen.push('a millisecond'))
  const request = { ip: '127.0.0.1' } as FastifyRequest
  await app.inReadTurn(request, async () => void seen.push('a page'))
  await aMillisecond
  expect(seen).toEqual(['a millisecond', 'a page'])
})

test('reads of the API that no cache answers and writes of visitors take turns, writes of members and logins do not', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  const app = await buildApp({ services: site.services, web: null })
  onTestFinished(() => app.close())
  let turns = 0
  app.inReadTurn = (_request, compute) => {
    turns++
    return compute()
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
  // One for parsing what is asked for the first time, and one for reading.
  expect(await turnsOf('{ getPosts { data { id } } }')).toBe(2)
  expect(await turnsOf('{ getPosts { data { id } } }')).toBe(0)
  expect(await turnsOf('{ searchPlaces(keyword: "ㄱㅅ") { place_name } }')).toBe(2)
  expect(await turnsOf('{ searchPlaces(keyword: "ㄱㅅ") { place_name } }')).toBe(1)
  const like = 'mutation { likePost(id: "1", isLike: true, jwt: "") { count } }'
  expect(await turnsOf(like)).toBe(2)
  expect(await turnsOf(like)).toBe(1)
  expect(await turnsOf(like, member)).toBe(0)
  const login = '{ login(email: "a@b.kr", password: "a-wrong-one1!") { jwt } }'
  expect(await turnsOf(login)).toBe(1)
  expect(await turnsOf(login)).toBe(0)
})

test('nothing of an unknown document is read before its turn', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  const app = await buildApp({ services: site.services, web: null })
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
  registerReadGate(app, { databasePool: 1 })
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

/** A request whose body arrives after its headers. */
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

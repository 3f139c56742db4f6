import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeWeb } from '#tests/fake-web.ts'
import { startSite } from '#tests/site.ts'
import { registerRequestTurns } from './request-turns.ts'

const MANY = 40

afterEach(() => vi.restoreAllMocks())

/** App that records the networks of its requests in order; each request uses up a turn. */
async function appThatNotes(takes = 1) {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerRequestTurns(app)
  const begun: string[] = []
  let now = 0
  app.get('/', (request, reply) => {
    begun.push(request.ip)
    now += takes
    reply.send('')
  })
  await app.ready()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const ask = (remoteAddress: string) => app.inject({ method: 'GET', url: '/', remoteAddress })
  return { begun, ask }
}

test('of many requests that arrive together one begins in each turn of the event loop if each takes long', async () => {
  const { begun, ask } = await appThatNotes()
  const all = Array.from({ length: MANY }, () => ask('127.0.2.1'))
  let most = 0
  while (begun.length < MANY) {
    const before = begun.length
    await nextTurn()
    most = Math.max(most, begun.length - before)
  }
  // The test may miss every second turn.
  expect(most).toBeLessThanOrEqual(2)
  await Promise.all(all)
})

test('of many requests that arrive together four begin in each turn, however quick their beginning is', async () => {
  const { begun, ask } = await appThatNotes(0)
  const all = Array.from({ length: MANY }, () => ask('127.0.2.1'))
  let most = 0
  while (begun.length < MANY) {
    const before = begun.length
    await nextTurn()
    most = Math.max(most, begun.length - before)
  }
  expect(most).toBeLessThanOrEqual(8)
  await Promise.all(all)
})

test('a request of another network begins before those of one that has many waiting', async () => {
  const { begun, ask } = await appThatNotes()
  const many = Array.from({ length: MANY }, () => ask('127.0.2.1'))
  await Promise.all([...many, ask('127.0.2.2')])
  expect(begun).toHaveLength(MANY + 1)
  expect(begun.slice(0, 4)).toContain('127.0.2.2')
})

test('every request is answered, also after a pause', async () => {
  const { begun, ask } = await appThatNotes()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: MANY }, () => ask('127.0.2.1')))
    await nextTurn()
    await nextTurn()
  }
  expect(begun).toHaveLength(3 * MANY)
})

/** Site whose pages return their path a few turns later, with the number of parallel and of all pages. */
async function siteThatCounts() {
  const count = { running: 0, most: 0, made: 0 }
  const web = fakeWeb(async (request) => {
    count.most = Math.max(count.most, ++count.running)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    count.running--
    count.made++
    return new Response(new URL(request.url).pathname, { headers: { 'content-type': 'text/html' } })
  })
  const site = await startSite({ web })
  onTestFinished(() => site.close())
  return { site, count }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: matnanum.kr', ...headers, '', ''].join('\r\n')

test('requests that arrive together on one connection are handled one after the other, and answered in order', async () => {
  const { site, count } = await siteThatCounts()
  const socket = connect(site.config.port, '127.0.0.1')
  const paths = Array.from({ length: 20 }, (_, page) => `/post/${page}-`)
  socket.write([...paths.map((path) => get(path)), get('/post/last-', 'Connection: close')].join(''))
  const answer = await text(socket)
  expect(answer.match(/\/post\/(?:\d+|last)-/g)).toEqual([...paths, '/post/last-'])
  expect(count).toEqual({ running: 0, most: 1, made: 21 })
})

test('a connection with more waiting requests than a hundred is closed, and another one is answered', async () => {
  const { site, count } = await siteThatCounts()
  const socket = connect(site.config.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(Array.from({ length: 500 }, (_, page) => get(`/post/${page}`)).join(''))
  socket.resume()
  await once(socket, 'close')
  expect((await site.api.fresh('127.0.0.2').send('GET', '/post/other')).status).toBe(200)
  expect(count.made).toBeLessThan(10)
})

test('beyond a thousand waiting requests of all connections, whoever sends more is cut off, until there is room again', async () => {
  const held = Promise.withResolvers<void>()
  const web = fakeWeb(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/post/held') await held.promise
    return new Response(pathname, { headers: { 'content-type': 'text/html' } })
  })
  const site = await startSite({ web })
  onTestFinished(() => site.close())
  const open = (first: string) => {
    const socket = connect(site.config.port, '127.0.0.1').on('error', () => {})
    const others = Array.from({ length: 80 }, () => get('/post/other'))
    socket.write([get(first), ...others, get('/post/last', 'Connection: close')].join(''))
    return { socket, answer: text(socket).catch(() => 'cut off') }
  }
  let cut = 0
  const all = Array.from({ length: 20 }, () => open('/post/held'))
  for (const { socket } of all) socket.once('close', () => cut++)
  // Twelve of these 81 requests fit on each connection.
  await expect.poll(() => cut).toBe(8)
  held.resolve()
  await Promise.all(all.map(({ answer }) => answer))
  for (let round = 0; round < 15; round++) expect(await open('/post/other').answer).toContain('/post/last')
})

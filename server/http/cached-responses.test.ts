import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '#tests/api.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { addPerson } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site
let rendered = 0

const web = fakeWeb(async (_request, { context }) => {
  rendered++
  const html = `<!doctype html><p>${context.viewer?.username ?? '아무도'} ${'맛있는 국수 '.repeat(200)}</p>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
})

beforeAll(async () => {
  site = await startSite({ web })
})
afterAll(() => site.close())
beforeEach(() => {
  // What is kept for a second is kept for the whole test.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
})

const json = { 'content-type': 'application/json' }
let bodies = 0
/** A read that nobody has asked for yet. */
const newBody = () => JSON.stringify({ query: '{ getPosts { pageCount } }', variables: { number: ++bodies } })

const comparable = ({ status, text, headers: { date: _, ...headers } }: Reply) => ({ status, text, headers })

test.each(['br', 'zstd', 'gzip', 'identity', 'gzip, deflate, br, zstd'])(
  'a cached page and a cached response of the API are sent as they were the first time (%s)',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const body = newBody()
    const page = () => site.api.fresh().send('GET', `/?keyword=${encoding}`, null, headers)
    const call = () => site.api.fresh().send('POST', '/graphql', body, { ...json, ...headers })
    for (const ask of [page, call]) {
      const first = await ask()
      expect(first.status).toBe(200)
      expect(comparable(await ask())).toEqual(comparable(first))
    }
  },
)

test('what is known is sent before Fastify sees the request', async () => {
  const body = newBody()
  // Fastify makes a logger for each request.
  const loggers = vi.spyOn(site.services.log, 'child')
  const byFastify = async (ask: () => Promise<Reply>) => {
    loggers.mockClear()
    expect((await ask()).status).toBe(200)
    return loggers.mock.calls.length
  }
  const page = () => site.api.fresh().send('GET', '/?keyword=before-routing')
  const call = () => site.api.fresh().send('POST', '/graphql', body, json)
  for (const ask of [page, call]) {
    expect(await byFastify(ask)).toBe(1)
    expect(await byFastify(ask)).toBe(0)
  }
})

test('a member, another site and a client of another type are not given what is known', async () => {
  const person = await addPerson(site, { username: '카나리아' })
  const ask = (headers: Record<string, string>) => site.api.fresh().send('GET', '/?keyword=who', null, headers)
  const before = await ask({})
  expect((await ask({})).text).toBe(before.text)
  expect((await person.client.send('GET', '/?keyword=who')).text).toContain('카나리아')
  expect((await ask({ 'if-none-match': String(before.headers.etag) })).status).toBe(304)

  const body = newBody()
  const call = (headers: Record<string, string>) => site.api.fresh().send('POST', '/graphql', body, headers)
  expect((await call(json)).status).toBe(200)
  expect((await call({ ...json, origin: 'https://evil.example' })).status).toBe(403)
  expect((await call({ ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await call({ 'content-type': 'text/plain' })).status).toBe(415)
  const newer = await call({ ...json, accept: 'application/graphql-response+json' })
  expect(newer.headers['content-type']).toContain('graphql-response')
})

test('HEAD of a known page has no body', async () => {
  const page = await site.api.fresh().send('GET', '/?keyword=head')
  const head = await site.api.fresh().send('HEAD', '/?keyword=head')
  expect([head.text, head.headers['content-length']]).toEqual(['', page.headers['content-length']])
  expect(rendered).toBeGreaterThan(0)
})

/** Everything that the server answers to these packets on one connection, up to the last of `count` responses. */
async function exchange(packets: readonly string[], count: number): Promise<string> {
  const socket = connect({ port: site.config.port, host: '127.0.0.1' })
  await once(socket, 'connect')
  let text = ''
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk
      if (text.split('"pageCount"').length > count) resolve()
    })
  })
  for (const packet of packets) {
    socket.write(packet)
    await wait(20)
  }
  await isAnswered
  socket.destroy()
  return text
}

const request = (body: string, more = '') =>
  `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${more}\r\n`

test('a body may come in pieces, after its headers, or with other requests before and after it', async () => {
  const [known, unknown, other] = [newBody(), newBody(), newBody()]
  await site.api.fresh().send('POST', '/graphql', known, json)
  expect(await exchange([request(known), known], 1)).toContain('HTTP/1.1 200')
  expect(await exchange([request(known) + known.slice(0, 9), known.slice(9)], 1)).toContain('HTTP/1.1 200')
  const all = [known, unknown, known, other].map((body) => request(body) + body).join('')
  expect((await exchange([all], 4)).match(/HTTP\/1\.1 200/g)).toHaveLength(4)
})

test('a client that wants no further response on its connection gets the whole cached response, then its end', async () => {
  const known = newBody()
  const { text } = await site.api.fresh().send('POST', '/graphql', known, json)
  const socket = connect({ port: site.config.port, host: '127.0.0.1' })
  socket.write(request(known, 'connection: close\r\n') + known)
  const response = (await buffer(socket)).toString()
  expect(response).toMatch(/connection: close/i)
  expect(response.endsWith(text)).toBe(true)
})

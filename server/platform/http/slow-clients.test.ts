import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { UPLOAD_URL } from '#rules/paths.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { type Site, startSite } from '#tests/site.ts'
import { LruByNetwork } from './slow-clients.ts'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  vi.restoreAllMocks()
})

async function open(options: Parameters<typeof startSite>[0]): Promise<Site> {
  const site = await startSite(options)
  ends.push(() => site.close())
  return site
}

/** A connection that has sent `bytes`: what it received, and whether it has ended. */
type Slow = { socket: Socket; said: () => string; ended: Promise<unknown> }

async function slow(site: Site, bytes: string | Buffer, localAddress = '127.0.0.1'): Promise<Slow> {
  const socket = connect({ port: site.config.port, host: '127.0.0.1', localAddress })
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, said: () => Buffer.concat(chunks).toString(), ended: once(socket, 'close') }
}

const slows = (count: number, ...args: Parameters<typeof slow>) =>
  Promise.all(Array.from({ length: count }, () => slow(...args)))

async function trickle({ socket }: Slow): Promise<void> {
  while (!socket.destroyed && !socket.writableEnded) {
    socket.write('a')
    await wait(20)
  }
}

const POST = ['POST /graphql HTTP/1.1', 'Host: matnanum.kr', 'Content-Type: application/json']
const QUERY = JSON.stringify({ query: '{ getPosts { pageCount } }' })
const begun = (...headers: string[]) => [...POST, `Content-Length: ${QUERY.length}`, ...headers, '', '{'].join('\r\n')
const closed = (connections: readonly Slow[]) => connections.filter(({ socket }) => socket.destroyed).length
async function expectClosed(connections: readonly Slow[], count: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let left = count
    for (const { ended } of connections) {
      void ended.then(() => {
        left -= 1
        if (left === 0) resolve()
      })
    }
  })
  expect(closed(connections)).toBe(count)
}

const answered = (site: Site, from = '127.0.0.9') => site.api.fresh(from).getPosts()

/** Headers get as long as a busy machine needs; only bodies are late. */
const LATE_BODY = { body: 200, check: 20 }

test.each([
  ['headers', '408', { headers: 200, check: 20 }, 'GET / HTTP/1.1\r\nHost: matnanum.kr\r\nX-Long: '],
  ['a body', '408', LATE_BODY, begun().replace(/Length: \d+/, 'Length: 60000')],
  ['a body in chunks', '408', LATE_BODY, `${[...POST, 'Transfer-Encoding: chunked', '', '60000'].join('\r\n')}\r\n{`],
  // The 404 is sent before the body is late.
  [
    'an unread body',
    '404',
    { body: 2000, check: 20 },
    'GET /images/a.jpg HTTP/1.1\r\nHost: matnanum.kr\r\nContent-Length: 60000\r\n\r\na',
  ],
])(
  'a client that sends %s slowly is answered with %s, disconnected, and delays nobody',
  async (_what, status, clientLimits, bytes) => {
    const site = await open({ clientLimits })
    const all = await slows(50, site, bytes)
    const trickling = all.map(trickle)
    await answered(site)
    await Promise.all([...all.map(({ ended }) => ended), ...trickling])
    const statuses = new Set(all.map(({ said }) => said().split(' ')[1]))
    expect([...statuses]).toEqual([status])
    await answered(site)
    expect(site.logged()).not.toMatch(/"level":[45]0/)
  },
)

test('an upload may take longer than other bodies', async () => {
  const site = await open({ clientLimits: { body: 200 } })
  const photo = await smallPhoto()
  const part = (head: string) => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="upload_preset"')}ml_default\r\n${part('name="file"; filename="a.jpg"')}`),
    photo,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const head = [
    `POST ${UPLOAD_URL} HTTP/1.1`,
    'Host: matnanum.kr',
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  const upload = await slow(site, [...head, '', ''].join('\r\n'))
  for (let part = 0; part < 10; part++) {
    await wait(60)
    upload.socket.write(body.subarray((part * body.length) / 10, ((part + 1) * body.length) / 10))
  }
  await upload.ended
  expect(upload.said()).toMatch(/^HTTP\/1\.1 200 /)
})

test('above the limit of incomplete bodies of one network, the oldest are closed', async () => {
  const site = await open({ clientLimits: { bodies: 10 } })
  const all: Slow[] = []
  for (let i = 0; i < 40; i++) all.push(await slow(site, begun(), '127.0.0.2'))
  await expectClosed(all, 30)
  const cutOff = all.filter(({ socket }) => socket.destroyed)
  expect(cutOff.filter(({ said }) => !said().startsWith('HTTP/1.1 408 '))).toEqual([])
  await answered(site, '127.0.0.2')
  // The remaining connections are served.
  const waiting = all.find(({ socket }) => !socket.destroyed)
  if (!waiting) throw new Error('all were closed')
  const reply = once(waiting.socket, 'data')
  waiting.socket.write(QUERY.slice(1))
  await reply
  expect(waiting.said()).toMatch(/^HTTP\/1\.1 200 /)
})

test('all networks together have a limit too', async () => {
  const site = await open({ clientLimits: { bodies: 10, bodiesInAll: 20 } })
  const all: Slow[] = []
  for (let i = 0; i < 40; i++) all.push(await slow(site, begun(), `127.0.1.${1 + Math.floor(i / 5)}`))
  await expectClosed(all, 20)
  await answered(site)
})

test('above the limit of connections of one network, those unused for longest are closed', async () => {
  const site = await open({ clientLimits: { connections: 10 } })
  const [other] = await slows(1, site, '', '127.0.0.3')
  const used = await slow(site, '', '127.0.0.2')
  const all: Slow[] = []
  for (let i = 0; i < 40; i++) {
    all.push(await slow(site, '', '127.0.0.2'))
    const reply = once(used.socket, 'data')
    used.socket.write('GET /healthz HTTP/1.1\r\nHost: matnanum.kr\r\n\r\n')
    await reply
  }
  await expectClosed(all, 31)
  expect(closed(all.slice(31))).toBe(0)
  expect([used.socket.destroyed, other?.socket.destroyed]).toEqual([false, false])
})

test('above the limit of connections of all networks, the network with most gives way, and no other', async () => {
  const site = await open({ clientLimits: { connectionsInAll: 40 } })
  const idle = await slows(3, site, '', '127.0.0.3')
  const many = await slows(60, site, '', '127.0.0.2')
  const late = await slows(3, site, '', '127.0.0.4')
  await answered(site)
  await expect.poll(() => closed(many)).toBeGreaterThanOrEqual(26)
  expect([closed(idle), closed(late)]).toEqual([0, 0])
})

test('a trusted proxy may hold more connections, and bodies count for the clients behind it', async () => {
  const site = await open({ env: { TRUST_PROXY: '127.0.0.9' }, clientLimits: { connections: 10, bodies: 10 } })
  const idle = await slows(30, site, '', '127.0.0.9')
  const of = (client: string) => begun(`X-Forwarded-For: ${client}`)
  const all: Slow[] = []
  for (let i = 0; i < 30; i++) all.push(await slow(site, of('203.0.113.1'), '127.0.0.9'))
  const others = await slows(10, site, of('203.0.113.2'), '127.0.0.9')
  await expectClosed(all, 20)
  expect([closed(idle), closed(others)]).toEqual([0, 0])
})

test('a client that does not read a response is disconnected', async () => {
  const site = await open({ clientLimits: { silence: 200 } })
  const file = new Readable({ read: () => void file.push(Buffer.alloc(65_536)) })
  vi.spyOn(site.services.images, 'access').mockResolvedValue('public')
  const found = {
    type: 'image/jpeg' as const,
    size: 1e12,
    modified: new Date(),
    bytes: async () => Buffer.alloc(0),
    stream: () => file,
  }
  vi.spyOn(site.services.images, 'open').mockResolvedValue(found)
  const reader = await slow(site, `GET /images/${'a'.repeat(22)}.jpg HTTP/1.1\r\nHost: matnanum.kr\r\n\r\n`)
  await once(reader.socket, 'readable')
  reader.socket.pause()
  await new Promise((resolve) => file.once('close', resolve))
})

test('above the limit of a network, its item unused for longest is evicted', () => {
  const held = new LruByNetwork<string>(2, 100)
  expect([held.add('a', 'x'), held.add('b', 'x'), held.add('c', 'y')]).toEqual([undefined, undefined, undefined])
  held.touch('a')
  expect(held.add('d', 'x')).toBe('b')
  held.delete('a')
  expect(held.add('e', 'x')).toBeUndefined()
  expect(held.add('f', 'x')).toBe('d')
})

test('above the limit in all, the network with most gives way, whoever comes', () => {
  const held = new LruByNetwork<string>(1000, 10)
  held.add('visitor', 'visitor')
  for (let n = 0; n < 9; n++) held.add(`many ${n}`, 'many')
  expect(held.add('newcomer', 'newcomer')).toBe('many 0')
  expect(held.add('many 9', 'many')).toBe('many 1')
  // Idle time does not matter.
  expect(held.add('newcomer 2', 'newcomer')).toBe('many 2')
})

test('of networks that hold equally many, the one unused for longest gives way', () => {
  const held = new LruByNetwork<number>(10, 3)
  const evicted = [1, 2, 3, 4, 5].map((item) => held.add(item, `network ${item}`))
  expect(evicted).toEqual([undefined, undefined, undefined, 1, 2])
  held.touch(3)
  // An evicted item is unknown.
  held.touch(1)
  expect(held.add(6, 'network 6')).toBe(4)
})

import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkPatroni } from './check-patroni.ts'

type Told = Readonly<{ config?: object; status?: number; watchdogs?: string }>

/** Answers as Patroni's REST API does, on a machine whose kernel does not tell of watchdogs unless a folder is named. */
async function patroni(node: object | string, told: Told = {}) {
  const { config = { synchronous_mode: true }, status = 200, watchdogs = '/nowhere' } = told
  const server = createServer((request, response) => {
    const body = request.url === '/config' ? config : node
    response
      .writeHead(request.url === '/config' ? 200 : status)
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = 'postgres://matnanum@127.0.0.1/matnanum'
  return checkPatroni({ databaseUrl: url, databaseReadUrls: [url] }, port, watchdogs)
}

const version = (number: string) => ({
  state: 'running',
  role: 'primary',
  patroni: { version: number, scope: 'matnanum' },
})

test.each(['4.1.5', '4.1.0', '4.10.0', '5.0.0'])(
  'Patroni %s is well, which is said once for each machine',
  async (number) => {
    expect(await patroni(version(number))).toEqual([
      { mark: '✓', sentence: expect.stringContaining(`Patroni ${number} of 127.0.0.1 answers`) },
    ])
  },
)

test.each(['3.0.2', '4.0.7', '2.1'])('Patroni %s is a fault', async (number) => {
  expect(await patroni(version(number))).toMatchObject([
    { mark: '✗', sentence: expect.stringContaining('older than 4.1') },
  ])
})

test('a failed watchdog and asynchronous mode are told, also by a standby', async () => {
  const node = { ...version('4.1.5'), watchdog_failed: true }
  expect(await patroni(node, { config: { ttl: 20 }, status: 503 })).toMatchObject([
    { mark: '✗', sentence: expect.stringContaining('watchdog') },
    { mark: '!', sentence: expect.stringContaining('synchronous_mode') },
  ])
  expect(await patroni(version('4.1.5'), { config: { synchronous_mode: 'quorum' } })).toMatchObject([{ mark: '✓' }])
  expect(await patroni(version('4.1.5'), { config: { synchronous_mode: 'off' } })).toMatchObject([{ mark: '!' }])
})

/** Folder of watchdogs as the kernel shows them in these states; null for one that does not tell its state. */
async function kernel(...states: (string | null)[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'watchdogs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [index, state] of states.entries()) {
    await mkdir(path.join(folder, `watchdog${index}`))
    if (state !== null) await writeFile(path.join(folder, `watchdog${index}`, 'state'), `${state}\n`)
  }
  return folder
}

test.each<{ states: (string | null)[]; role: string; mark: string; sentence: string }>([
  { states: [], role: 'primary', mark: '!', sentence: 'has no watchdog' },
  { states: [], role: 'replica', mark: '!', sentence: 'has no watchdog' },
  { states: ['inactive', 'inactive'], role: 'primary', mark: '!', sentence: 'no watchdog of this machine counts' },
  { states: ['inactive', 'active'], role: 'primary', mark: '✓', sentence: 'a watchdog of this machine counts' },
  { states: ['inactive'], role: 'replica', mark: '✓', sentence: 'does not tell' },
  { states: [null], role: 'primary', mark: '✓', sentence: 'does not tell' },
])(
  'of a $role whose own machine has watchdogs $states it says: $sentence',
  async ({ states, role, mark, sentence }) => {
    const node = { ...version('4.1.5'), role }
    expect(await patroni(node, { watchdogs: await kernel(...states) })).toEqual([
      { mark, sentence: expect.stringContaining(sentence) },
    ])
  },
)

test('watchdogs of another machine are not judged by those of this one', async () => {
  const [mine] = await patroni({ ...version('4.1.5') }, { watchdogs: await kernel() })
  expect(mine?.mark).toBe('!')
  // An address of the loopback network that no interface has.
  const server = createServer((_, response) => response.end(JSON.stringify(version('4.1.5')))).listen(0, '127.9.8.7')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const databaseUrl = 'postgres://matnanum@127.9.8.7/matnanum'
  const [other] = await checkPatroni({ databaseUrl, databaseReadUrls: [] }, port, await kernel())
  expect(other?.sentence).not.toContain('watchdog: nothing')
})

test('what is no Patroni, or none at all, is not mentioned', async () => {
  expect(await patroni('<html>')).toEqual([])
  expect(await patroni({ patroni: 'yes' })).toEqual([])
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const url = 'postgres://matnanum@127.0.0.1/matnanum'
  expect(await checkPatroni({ databaseUrl: url, databaseReadUrls: [] }, port)).toEqual([])
  expect(await checkPatroni({ databaseUrl: null, databaseReadUrls: [] }, port)).toEqual([])
})

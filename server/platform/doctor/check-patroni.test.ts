import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkPatroni } from './check-patroni.ts'

/** Answers as Patroni's REST API does. */
async function patroni(node: object | string, config: object = { synchronous_mode: true }, status = 200) {
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
  return checkPatroni({ databaseUrl: url, databaseReadUrls: [url] }, port)
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
  expect(await patroni(node, { ttl: 20 }, 503)).toMatchObject([
    { mark: '✗', sentence: expect.stringContaining('watchdog') },
    { mark: '!', sentence: expect.stringContaining('synchronous_mode') },
  ])
  expect(await patroni(version('4.1.5'), { synchronous_mode: 'quorum' })).toMatchObject([{ mark: '✓' }])
  expect(await patroni(version('4.1.5'), { synchronous_mode: 'off' })).toMatchObject([{ mark: '!' }])
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

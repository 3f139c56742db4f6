import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { ownPort } from '#tests/own-port.ts'
import { startSite } from '#tests/site.ts'
import { stopClocks } from '#tests/stop-clocks.ts'
import { registerDraining } from './draining.ts'

test('an answer that is ready while the port closes is sent afterwards, because its client may reconnect at once', async () => {
  const app = Fastify({ exposeHeadRoutes: false })
  registerDraining(app)
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  let isOpenAtTheEnd: boolean | undefined
  app.get('/', (_request, reply) => {
    reply.raw.once('finish', () => {
      isOpenAtTheEnd = app.server.listening
    })
    arrived.resolve()
    return answer.promise
  })
  const port = await ownPort()
  await app.listen({ host: '127.0.0.1', port })
  const client = createConnection(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
  await arrived.promise

  const drained = app.drain(0, 60_000)
  // The notice ends in the same turn of the event loop, just before.
  setTimeout(() => answer.resolve('the answer'), 0)
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 .*the answer$/s)
  await drained
  expect(isOpenAtTheEnd).toBe(false)
})

test('a client that reconnects a moment after its last response is still answered', async () => {
  const app = Fastify({ exposeHeadRoutes: false })
  registerDraining(app)
  const port = await ownPort()
  await app.listen({ host: '127.0.0.1', port })

  const drained = app.drain(0, 60_000)
  await wait(30)
  const client = createConnection(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
  expect(await text(client)).toMatch(/^HTTP\/1\.1 503 /)
  await drained
})

test('while the site stops, cached responses close their connections too, and are not sent while the port closes', async () => {
  const web = fakeWeb(async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
  const site = await startSite({ web })
  onTestFinished(() => site.close())
  stopClocks()
  const body = JSON.stringify({ query: '{ getPosts { pageCount } }' })
  const asks = [
    () => site.api.fresh().send('GET', '/'),
    () => site.api.fresh().send('POST', apiPaths.graphql, body, { 'content-type': 'application/json' }),
  ]
  for (const ask of asks) expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  site.app.announceStop()
  for (const ask of asks) expect(await ask()).toMatchObject({ status: 200, headers: { connection: 'close' } })
  site.app.holdResponses()
  let arrived = 0
  site.app.server.on('request', () => arrived++)
  const late = asks.map((ask) => ask())
  await vi.waitUntil(() => arrived === asks.length)
  vi.restoreAllMocks()
  await site.app.finish(60_000)
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([503, 503])
})

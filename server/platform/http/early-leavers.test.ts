import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { UPLOAD_URL } from '#rules/paths.ts'
import { ownPort } from '#tests/own-port.ts'
import { openSite } from '#tests/site.ts'
import { createLog } from '../log.ts'
import { noMetrics } from '../metrics/metrics.ts'
import { handleError } from './http-error.ts'
import { registerFailureLog } from './request-log.ts'

const site = await openSite()

afterEach(() => vi.restoreAllMocks())

/** Connection that sends the lines of a request and reads no response. */
function ask(...lines: string[]) {
  const socket = connect(site.config.port, '127.0.0.1')
  socket.write(lines.join('\r\n'), 'latin1')
  return socket
}

const levels = () => [...site.logged().matchAll(/"level":(\d+)/g)].map(([, level]) => Number(level))
const WARN = 40

test('a client that leaves before the first byte of a long response is not a failure', async () => {
  const lines: string[] = []
  const left = Promise.withResolvers<void>()
  const write = (line: string) => {
    lines.push(line)
    if (line.includes('the client has left')) left.resolve()
  }
  const app = Fastify({ loggerInstance: createLog('debug', { write }) })
  registerFailureLog(app, noMetrics)
  app.setErrorHandler(handleError)
  const response = new Readable({ read: () => {} })
  const answering = Promise.withResolvers<void>()
  app.post('/', async (_request, reply) => {
    answering.resolve()
    return reply.send(response)
  })
  const port = await ownPort()
  await app.listen({ host: '127.0.0.1', port })
  const request = ['POST / HTTP/1.1', 'Host: matnanum.kr', 'Content-Type: application/json', 'Content-Length: 2']
  const socket = connect(port, '127.0.0.1').end([...request, '', '{}'].join('\r\n'))
  await answering.promise
  socket.destroy()
  await left.promise
  expect(lines.join('')).not.toContain('request failed')
  await app.close()
})

test('a file that breaks off while its client waits is a failure', async () => {
  const file = new Readable({ read: () => file.destroy() })
  vi.spyOn(site.services.images, 'access').mockResolvedValue('public')
  const found = {
    type: 'image/jpeg' as const,
    size: 1_000_000,
    modified: new Date(),
    bytes: async () => Buffer.alloc(0),
    stream: () => file,
  }
  vi.spyOn(site.services.images, 'open').mockResolvedValue(found)
  const reply = await site.api.send('GET', `/images/${'a'.repeat(22)}.jpg`)
  expect(reply.status).toBe(500)
  expect(site.logged()).toContain('"msg":"request failed"')
})

test('an upload whose client leaves is not a failure', async () => {
  const receiving = Promise.withResolvers<void>()
  const { receive } = site.services.images
  vi.spyOn(site.services.images, 'receive').mockImplementation((source) => {
    receiving.resolve()
    return receive(source)
  })
  const before = levels().length
  const part = ['--b', 'content-disposition: form-data; name="file"; filename="photo.png"', '', '\x89PNG']
  const socket = ask(
    `POST ${UPLOAD_URL} HTTP/1.1`,
    'Host: matnanum.kr',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 10000',
    '',
    ...part,
  )
  await receiving.promise
  socket.destroy()
  await expect.poll(() => site.logged()).toContain('the client has left')
  expect(
    levels()
      .slice(before)
      .filter((level) => level >= WARN),
  ).toEqual([])
})

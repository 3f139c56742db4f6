import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { openSite } from '#tests/site.ts'
import { answerMalformed } from './malformed.ts'

const web = fakeWeb(async () => new Response('a page'))
const site = await openSite({ web })

const HOST = 'Host: matnanum.kr'
const SECRET = 'canary-of-the-query'

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const ask = (...lines: string[]) => exchange(site.config.port, `${lines.join('\r\n')}\r\n\r\n`)

function read(answer: string) {
  const [head = '', body = ''] = answer.slice(answer.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  expect(Number(/^content-length: (\d+)$/im.exec(head)?.[1])).toBe(Buffer.byteLength(body))
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im)
  expect(head).toMatch(/^x-content-type-options: nosniff$/im)
  return { status: Number(head.split(' ')[1]), errors: JSON.parse(body).errors }
}

const refused = (status: number) => ({
  status,
  errors: [{ message: errorMessages.BAD_USER_INPUT, extensions: { code: 'BAD_USER_INPUT' } }],
})

test.each([
  [`GET http://x/?keyword=${SECRET} HTTP/1.1`],
  [`GET https://matnanum.kr/search?keyword=${SECRET} HTTP/1.1`],
  [`POST http://x/graphql?query=${SECRET} HTTP/1.1`],
  [`GET http:///?${SECRET} HTTP/1.1`],
  [`GET ftp://x/${SECRET} HTTP/1.1`],
  ['GET * HTTP/1.1'],
  ['OPTIONS * HTTP/1.1'],
  [`GET *?${SECRET} HTTP/1.1`],
  [`CONNECT ${SECRET}.example:443 HTTP/1.1`],
])('the target of "%s" is refused', async (line) => {
  expect(read(await ask(line, HOST, 'Connection: close'))).toEqual(refused(400))
})

test('the target of a HEAD is refused as well', async () => {
  const answer = await ask(`HEAD http://x/?keyword=${SECRET} HTTP/1.1`, HOST, 'Connection: close')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

test.each([
  ['no request line', ['hello'], 400],
  ['a request line of another protocol', [`GET /?${SECRET} SPDY/3`, HOST], 400],
  ['another version', [`GET /?${SECRET} HTTP/9.9`, HOST], 400],
  ['a header without a name', ['GET / HTTP/1.1', HOST, `: ${SECRET}`], 400],
  ['two lengths', ['POST /graphql HTTP/1.1', HOST, 'Content-Length: 2', 'Content-Length: 3', '', SECRET], 400],
  ['a length and chunks', ['POST /graphql HTTP/1.1', HOST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
  ['headers of 40 kB', [`GET /?${SECRET} HTTP/1.1`, HOST, `X-Long: ${'x'.repeat(40_000)}`], 431],
  ['headers of 4 MB', [`GET /?${SECRET} HTTP/1.1`, HOST, `X-Long: ${'x'.repeat(4_000_000)}`], 431],
  ['an address of 40 kB', [`GET /?${SECRET}${'x'.repeat(40_000)} HTTP/1.1`, HOST], 431],
  ['two hosts', ['GET /healthz HTTP/1.1', HOST, 'Host: evil.example', 'Connection: close'], 400],
  ['the same host twice', ['GET /healthz HTTP/1.1', HOST, 'hOST: matnanum.kr', 'Connection: close'], 400],
  ['no Host', [`GET /?${SECRET} HTTP/1.1`, 'Connection: close'], 400],
  ['an expectation', [`GET /?${SECRET} HTTP/1.1`, HOST, 'Expect: miracles', 'Connection: close'], 417],
])('%s is answered with our body', async (_, lines, status) => {
  expect(read(await ask(...lines))).toEqual(refused(status))
})

test.each([
  ['POST', '/'],
  ['POST', '/account/login?next=%2F'],
  ['PUT', '/nowhere'],
])('%s on the page %s is answered with 405 and what is allowed', async (method, path) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await site.api.fresh().send(method, path, 'a=b', headers)
  expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(JSON.parse(reply.text).errors).toEqual(refused(405).errors)
})

test('an old client without Host is answered', async () => {
  expect(await ask('GET /healthz HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body with invalid chunks is answered with our body, once', async () => {
  const head = ['POST /graphql HTTP/1.1', HOST, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
  const answer = await ask(...head, '', `${SECRET}`, 'more', 'and more')
  expect(read(answer)).toEqual(refused(400))
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('malformed bytes after a valid request do not replace its response', async () => {
  const answer = await ask('GET /healthz HTTP/1.1', HOST, '', `garbage ${SECRET}`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s)
})

test('a request whose headers do not arrive in time is answered with 408 in our body', async () => {
  const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 })
  server.on('clientError', answerMalformed(site.config)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  expect(read(await exchange((server.address() as AddressInfo).port, `GET /?${SECRET} HTTP/1.1\r\n`))).toEqual(
    refused(408),
  )
  server.close()
})

test('malformed requests are not logged and cause no internal error', () => {
  expect(site.logged()).not.toContain(SECRET)
  expect(site.logged()).not.toContain('request failed')
})

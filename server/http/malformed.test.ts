import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { openSite } from '#tests/site.ts'

const web = fakeWeb(async (request) => {
  const status = new URL(request.url).pathname === '/not_found' ? 404 : 200
  return new Response('a page', { status })
})
const site = await openSite({ web })

const HOST = 'Host: matnanum.kr'
const SECRET = 'canary-of-the-query'

/** Sends lines, and reads until the server closes the connection. */
async function ask(...lines: string[]): Promise<string> {
  const socket = connect(site.config.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

test.each([
  [`GET http://x/?keyword=${SECRET} HTTP/1.1`, 404],
  [`GET https://matnanum.kr/search?keyword=${SECRET} HTTP/1.1`, 404],
  [`POST http://x/graphql?query=${SECRET} HTTP/1.1`, 405],
  [`GET ftp://x/${SECRET} HTTP/1.1`, 404],
  [`GET *?${SECRET} HTTP/1.1`, 404],
])('the target of "%s" leads nowhere', async (line, status) => {
  expect(await ask(line, HOST, 'Content-Length: 0', 'Connection: close')).toMatch(RegExp(`^HTTP/1\\.1 ${status} `))
})

test.each([
  ['no request line', ['hello'], 400],
  ['a header without a name', ['GET / HTTP/1.1', HOST, `: ${SECRET}`], 400],
  ['two lengths', ['POST /graphql HTTP/1.1', HOST, 'Content-Length: 2', 'Content-Length: 3', '', SECRET], 400],
  ['a length and chunks', ['POST /graphql HTTP/1.1', HOST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
  ['headers of 40 kB', [`GET /?${SECRET} HTTP/1.1`, HOST, `X-Long: ${'x'.repeat(40_000)}`], 431],
  ['no Host', [`GET /?${SECRET} HTTP/1.1`, 'Connection: close'], 400],
  ['an expectation', [`GET /?${SECRET} HTTP/1.1`, HOST, 'Expect: miracles', 'Connection: close'], 417],
])('%s is refused', async (_, lines, status) => {
  expect(await ask(...lines)).toMatch(RegExp(`^HTTP/1\\.1 ${status} `))
})

test('a tunnel is not opened', async () => {
  expect(await ask(`CONNECT ${SECRET}.example:443 HTTP/1.1`, HOST)).toBe('')
})

test.each([
  ['POST', '/'],
  ['POST', '/account/login?next=%2F'],
  ['PUT', '/nowhere'],
])('%s on the page %s is answered with 405 and what is allowed', async (method, path) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await site.api.fresh().send(method, path, 'a=b', headers)
  expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
  const error = { message: errorMessages.BAD_USER_INPUT, extensions: { code: 'BAD_USER_INPUT' } }
  expect(JSON.parse(reply.text).errors).toEqual([error])
})

test('malformed requests are not logged and cause no internal error', () => {
  expect(site.logged()).not.toContain(SECRET)
  expect(site.logged()).not.toContain('request failed')
})

import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { type Site, startSite } from '#tests/site.ts'
import { stopClocks } from '#tests/stop-clocks.ts'

let site: Site
let secure: Site

let rendered = 0

/** Page that shows all it gets, without care; empty for HEAD like the real one. */
const web = fakeWeb(async (request, { context }) => {
  rendered++
  const posts = await context.graphql('{ getPosts { data { id liked } } }', {})
  const given = { url: request.url, headers: [...request.headers], ...context, posts }
  return new Response(request.method === 'HEAD' ? '' : `<!doctype html><p>${JSON.stringify(given)}</p>`, {
    headers: { 'content-type': 'text/html' },
  })
})

beforeAll(async () => {
  site = await startSite({ web, listens: true })
  secure = await startSite({ web, listens: true, env: { PUBLIC_ORIGIN: 'https://matnanum.kr' } })
})
afterAll(() => Promise.all([site.close(), secure.close()]))

test('a page rendered for a signed-in person is shown to nobody else and never cached', async () => {
  const user = await buildUser(site.api, { username: '카나리아', questionAnswer: '카나리아의 답' })
  const own = await user.client.send('GET', '/account/profile')
  const anonymous = await site.api.fresh().send('GET', '/account/profile')
  expect(own.text).toContain(user.email)
  expect(own.text).not.toContain('카나리아의 답')
  expect(own.headers['cache-control']).toBe('private, no-store')
  expect(anonymous.text).not.toMatch(new RegExp(`카나리아|${user.email}|${user.handle}`))
})

test('no cache keeps a page of open places past the five-minute step for which it is right', async () => {
  const policyAt = async (time: string, path: string) => {
    vi.setSystemTime(new Date(`2026-11-22T${time}+09:00`))
    return (await site.api.fresh().send('GET', path)).headers['cache-control']
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    // A page is up to a second old when it is sent.
    expect(await policyAt('12:00:00', '/?open=1')).toBe('public, max-age=0, s-maxage=5')
    expect(await policyAt('12:04:56.500', '/search?keyword=a&open=1')).toBe('public, max-age=0, s-maxage=3')
    expect(await policyAt('12:04:59.900', '/map?open=1&zoom=7')).toBe('public, max-age=0, s-maxage=0')
    expect(await policyAt('12:04:56.500', '/here?near=37.5,127')).toBe('public, max-age=0, s-maxage=3')
    expect(await policyAt('12:04:59.900', '/?open=10')).toContain('stale-while-revalidate')
  } finally {
    vi.useRealTimers()
  }
})

test('account pages and forms are not cached, signed in or not', async () => {
  for (const path of ['/account/login', '/Account/Login', '/account/profile', '/add_post', '/edit/1']) {
    expect((await site.api.fresh().send('GET', path)).headers['cache-control']).toBe('private, no-store')
  }
})

/** Response to GET / with this home page. */
async function getFrom(render: (nonce: string) => string, headers: Record<string, string>[] = [{}]) {
  const other = await startSite({
    listens: true,
    web: fakeWeb(async (_request, { context: { nonce } }) => new Response(render(nonce))),
  })
  const replies = []
  for (const sent of headers) replies.push(await other.api.fresh().send('GET', '/', null, sent))
  await other.close()
  return replies
}

test('a page runs its own inline scripts, but none that somebody wrote into a post', async () => {
  const written = '<script>steal()</script><script nonce="">steal()</script><script nonce="guessed">steal()</script>'
  const ours = 'greet("안녕하세요")'
  const [reply] = await getFrom(
    (nonce) =>
      `<!doctype html><script nonce="${nonce}">${ours}</script><script src="/a.js" nonce="${nonce}"></script>` +
      `<link rel="stylesheet" href="/a.css" nonce="${nonce}"/><p data-nonce="${nonce}">${written}</p>`,
  )
  const hash = createHash('sha256').update(ours).digest('base64')
  expect(reply?.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(reply?.text).toBe(
    `<!doctype html><script>${ours}</script><script src="/a.js"></script>` +
      `<link rel="stylesheet" href="/a.css"/><p data-nonce="">${written}</p>`,
  )
})

test('a shared page is sent in the client’s preferred coding, or as 304 to a client that has it', async () => {
  const html = `<!doctype html><p>${'맛있는 국수 '.repeat(200)}</p>`
  const codings = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  const [plain, ...coded] = await getFrom(
    () => html,
    ['identity', ...Object.keys(codings)].map((coding) => ({ 'accept-encoding': coding })),
  )
  for (const [index, [coding, decode]] of Object.entries(codings).entries()) {
    expect(coded[index]?.headers).toMatchObject({ 'content-encoding': coding, vary: 'cookie, accept-encoding' })
    expect(decode(coded[index]?.bytes ?? '').toString()).toBe(html)
  }
  const tags = [plain, ...coded].map((reply) => String(reply?.headers.etag))
  expect(new Set(tags).size).toBe(4)
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const revisits = await getFrom(
    () => html,
    [
      { ...browser, 'if-none-match': tags[1] ?? '' },
      { ...browser, 'if-none-match': tags[0] ?? '' },
      { ...browser, 'if-none-match': tags[1] ?? '', 'cache-control': 'no-cache' },
    ],
  )
  expect(revisits.map(({ status, bytes }) => [status, bytes.length > 0])).toEqual([
    [304, false],
    [200, true],
    [200, true],
  ])
})

test('a made-up Host appears in no page', async () => {
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  }
  const reply = await site.api.fresh().send('GET', '/?keyword=poison', null, evil)
  expect(reply.status).toBe(200)
  expect(reply.text).toContain(`${site.config.publicOrigin}/?keyword=poison`)
  expect(JSON.stringify([reply.text, reply.headers])).not.toContain('evil.example')
})

test.each<[string, string, Record<string, string>]>([
  ['HEAD', 'HEAD', {}],
  ['HEAD with the headers of a crawler', 'HEAD', { accept: '*/*', 'accept-encoding': 'br;q=0, x-odd' }],
  ['an odd Accept-Encoding', 'GET', { 'accept-encoding': 'gzip, br;q=0.1, x-odd' }],
  ['no encoding at all', 'GET', { 'accept-encoding': 'identity;q=0, *;q=0' }],
  ['a range', 'GET', { range: 'bytes=0-9', 'if-range': '"x"' }],
  ['another Host', 'GET', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }],
  ['another Accept', 'GET', { accept: 'application/json' }],
  ['another language and browser', 'GET', { 'accept-language': 'x-evil', 'user-agent': 'evil.example' }],
])('after %s everybody gets the full page', async (name, method, headers) => {
  const path = `/?keyword=${encodeURIComponent(name)}`
  const first = await site.api.fresh().send(method, path, null, headers)
  const next = await site.api.fresh().send('GET', path)
  expect([first.status, next.status]).toEqual([200, 200])
  expect(next.text).toMatch(/^<!doctype html><p>.+<\/p>$/s)
  expect(next.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(next.bytes.length),
  })
  expect(next.text).not.toMatch(/evil|x-odd/)
})

test('HEAD gets the headers of GET and no body, whichever came first', async () => {
  const headersOf = async (method: string, path: string) => {
    const { status, text, headers } = await site.api.fresh().send(method, path, null, { 'accept-encoding': 'identity' })
    const { date: _, 'x-request-id': __, 'server-timing': ___, etag, ...others } = headers
    // A re-rendered page contains another time.
    return { isEmpty: text === '', status, hasTag: etag !== undefined, ...others }
  }
  for (const path of ['/?keyword=head', '/account/login']) {
    const [before, page, after] = [
      await headersOf('HEAD', path),
      await headersOf('GET', path),
      await headersOf('HEAD', path),
    ]
    expect(page.isEmpty).toBe(false)
    for (const head of [before, after]) expect(head).toEqual({ ...page, isEmpty: true })
  }
})

test('HEAD and GET share one page', async () => {
  stopClocks()
  const before = rendered
  const path = `/?keyword=${uniqueName()}`
  for (const method of ['HEAD', 'GET', 'HEAD']) await site.api.fresh().send(method, path)
  expect(rendered - before).toBe(1)
})

test.each([
  ['URLs without a page', (n: number) => `/nope${n}`],
  ['logins with another page to return to', (n: number) => `/account/login?next=/x${n}`],
  ['pages without data with another parameter', (n: number) => `/account/sign_up?page=${n}`],
])('%s are answered by one page, also for a session that has ended', async (_name, urlOf) => {
  stopClocks()
  const ended = site.api.fresh()
  ended.cookies.set('sid', 'a'.repeat(43))
  const before = rendered
  const replies = await Promise.all(
    Array.from({ length: 300 }, (_, n) => (n % 2 ? ended : site.api.fresh()).send(n % 3 ? 'GET' : 'HEAD', urlOf(n))),
  )
  expect([rendered - before, new Set(replies.map(({ status }) => status))]).toEqual([1, new Set([200])])
})

test('a page that could not be rendered is not cached, one that says that something is missing is', async () => {
  stopClocks()
  let asked = 0
  const other = await startSite({
    listens: true,
    web: fakeWeb(async ({ url }) => {
      asked++
      return new Response('', { status: url.endsWith('/post/1') ? 404 : 500 })
    }),
  })
  for (const url of ['/post/1', '/post/1', '/post/2', '/post/2']) await other.api.fresh().send('GET', url)
  await other.close()
  expect(asked).toBe(3)
})

test('links with parameters that no page reads share one page, which does not show them', async () => {
  stopClocks()
  const before = rendered
  const texts = new Set<string>()
  const path = `/search?keyword=${uniqueName()}`
  for (const added of ['', '&utm_source=one', '&fbclid=two']) {
    texts.add((await site.api.fresh().send('GET', path + added)).text)
  }
  expect([rendered - before, texts.size]).toEqual([1, 1])
  const user = await buildUser(site.api)
  const own = await user.client.send('GET', '/account/profile?utm_source=three&next=/')
  expect(own.text).toContain('/account/profile?next=/"')
  expect([...texts, own.text].join()).not.toMatch(/utm_source|fbclid/)
})

test.each([
  ['too short', 'short'],
  ['too long', 'a'.repeat(701)],
  ['with other letters', `${'a'.repeat(20)}!`],
])('a session cookie that we never set (%s) makes a browser no less a visitor', async (_what, value) => {
  const client = site.api.fresh()
  client.cookies.set('sid', value)
  expect((await client.send('GET', '/')).headers).toMatchObject({
    'cache-control': expect.stringMatching(/^public/),
    etag: expect.any(String),
  })
})

test('cookies do not reach pages', async () => {
  const user = await buildUser(site.api)
  const reply = await user.client.send('GET', '/?keyword=cookies')
  for (const value of user.client.cookies.values()) expect(reply.text).not.toContain(value)
})

test.each([
  ['a page', 'GET', '/'],
  ['the API', 'POST', apiPaths.graphql],
  ['a refusal', 'GET', apiPaths.graphql],
  ['a picture that is not there', 'GET', `${apiPaths.images}/abcdefghijklmnopqrstuv.jpg`],
  ['an export', 'GET', apiPaths.dataExport],
  ['a sign of life', 'GET', sitePaths.healthz],
])('%s has the security headers', async (_name, method, path) => {
  const body = method === 'POST' ? JSON.stringify({ query: '{ getPosts { pageCount } }' }) : null
  const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const { headers } = await secure.api.fresh().send(method, path, body, json)
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe/)
  expect(headers).not.toHaveProperty('x-powered-by')
  const plain = await site.api.fresh().send(method, path, body, json)
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
})

/** Makes every read of posts fail as if PostgreSQL were stopping. */
const shutDown = [
  `create function shut_down() returns int language plpgsql as
    $$ begin raise exception 'terminating' using errcode = 'admin_shutdown'; end $$`,
  'alter table posts rename to kept_posts',
  'create view posts as select kept_posts.* from shut_down() cross join kept_posts',
]

test('a page that failed because the database was away suggests trying again', async () => {
  const failing = fakeWeb(async (_request, { context }) => {
    const { errors } = (await context.graphql('{ getPosts { pageCount } }', {})) as { errors?: unknown[] }
    return new Response('', { status: errors ? 500 : 200, headers: { 'content-type': 'text/html' } })
  })
  const away = await startSite({ web: failing })
  const statusOf = async () => (await away.api.fresh().send('GET', `/?keyword=${Math.random()}`)).status
  expect(await statusOf()).toBe(200)
  for (const statement of shutDown) await sql.raw(statement).execute(away.db)
  expect(await statusOf()).toBe(503)
  await away.close()
})

test('a page whose URL asks for what cannot be is no failure of the site', async () => {
  const failing = fakeWeb(async (_request, { context }) => {
    const { errors } = (await context.graphql('{ getPosts(pageParam: 0) { pageCount } }', {})) as { errors?: unknown[] }
    return new Response('', { status: errors ? 500 : 200, headers: { 'content-type': 'text/html' } })
  })
  const refusing = await startSite({ web: failing })
  onTestFinished(() => refusing.close())
  expect((await refusing.api.fresh().send('GET', '/map')).status).toBe(400)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import { noMetrics } from '#server/platform/metrics/metrics.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { type Site, startSite } from '#tests/site.ts'

type Logged = { reqId: string; method: string; route: string; status: number; ms: number; msg: string }

let site: Site
const counted: { route: string; status: number }[] = []
const errors: string[] = []
const parents: (string | undefined)[] = []

beforeAll(async () => {
  const metrics = {
    ...noMetrics,
    countRequest: ({ route, status }: (typeof counted)[number]) => void counted.push({ route, status }),
    countError: (code: string) => void errors.push(code),
  }
  const web = fakeWeb(async (request, { context }) => {
    if (request.url.endsWith('/post/13')) throw new Error('cannot be rendered')
    return new Response(`<p>${context.requestId}</p>`)
  })
  const tracing = {
    begin: (_method: string, parent: string | undefined, next: () => void) => {
      parents.push(parent)
      next()
      return { end: () => {} }
    },
    logQuery: () => {},
    close: async () => {},
  }
  site = await startSite({ web, metrics, tracing, env: { ACCESS_LOG: 'all', TRUST_PROXY: '127.0.0.9' } })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  site.api.fresh(from).send('GET', path, null, headers)
const lines = (): Logged[] =>
  site
    .logged()
    .split('\n')
    .flatMap((line) => (line.includes('"msg":"request"') ? [JSON.parse(line)] : []))

test('a request is counted and logged under one of few routes, without what is in its address', async () => {
  await get('/post/12?next=secret')
  await get('/u/somebody')
  await get('/%EB%A7%9D%EC%9B%90')
  await get('/images/0123456789abcdef.webp')
  await site.api.fresh().getPosts({})
  await site.api.fresh().post({ query: '{ getPosts { data { id } } getMapSettings { provider } }' })
  const routes = ['/post/$id', '/u/$handle', 'unknown', '/images/:name', '/graphql getPosts', '/graphql']
  await expect.poll(() => counted.map(({ route }) => route)).toEqual(routes)
  expect(lines().map(({ route }) => route)).toEqual(routes)
  expect(JSON.stringify(lines())).not.toMatch(/secret|somebody|127\.0\.0|0123456789abcdef/)
})

test('errors are counted by code, also those that the API answers with 200', async () => {
  errors.length = 0
  await get(apiPaths.graphql)
  await site.api
    .fresh()
    .getPost({ id: '999999' })
    .catch(() => {})
  expect(errors).toEqual(['BAD_USER_INPUT', 'NOT_FOUND'])
})

test('each response has an id, which the log has too', async () => {
  const { headers } = await get('/post/14')
  const id = headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/)
  await expect.poll(() => lines().map(({ reqId }) => reqId)).toContain(id)
})

test('the id of a trusted proxy is kept, that of anybody else or an unreadable one is not', async () => {
  const idOf = async (given: string, from: string) =>
    (await get(sitePaths.healthz, { 'x-request-id': given }, from)).headers['x-request-id']
  expect(await idOf('from-the-proxy', '127.0.0.9')).toBe('from-the-proxy')
  expect(await idOf('from-a-visitor', '127.0.0.8')).not.toBe('from-a-visitor')
  expect(await idOf('"},{"forged":"', '127.0.0.9')).not.toContain('forged')
})

test('an error page names the id', async () => {
  const { status, headers, text } = await get('/post/13', { accept: 'text/html' })
  expect(status).toBe(500)
  expect(text).toContain(`오류 번호 <code>${headers['x-request-id']}</code>`)
})

test('a trace goes on from that of a trusted proxy, and of nobody else', async () => {
  parents.length = 0
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  for (const from of ['127.0.0.9', '127.0.0.8']) await get(sitePaths.healthz, { traceparent }, from)
  expect(parents).toEqual([traceparent, undefined])
})

test('ACCESS_LOG=errors logs what failed, and nothing is logged unless it is set', async () => {
  for (const [env, statuses] of [
    [{ ACCESS_LOG: 'errors' }, [405]],
    [{}, []],
  ] as const) {
    const other = await startSite({ env })
    await other.api.getPosts({})
    await other.api.send('GET', apiPaths.graphql)
    await other.close()
    const logged = other.logged().match(/"status":\d+(?=.*"msg":"request")/g) ?? []
    expect(logged.map((text) => Number(text.slice(9)))).toEqual(statuses)
  }
})

import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { openSession } from '#server/accounts/sessions.ts'
import { areaVersion } from '#server/posts/areas/sync-areas.ts'
import { quantile, type Row, report, round } from './report.ts'
import { SECRET_KEY } from './seed.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * CPU time of the server process per request of the feed and of the home page, compared with bare node:http servers
 * that send the same bytes in the same run; requests accept compression, as a browser does. Rounds alternate between
 * the servers, so that a busy machine slows all of them.
 */
const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 20

const query = `query ($pageParam: Int, $filter: String, $cursor: String) {
  getPosts(pageParam: $pageParam, filter: $filter, cursor: $cursor) {
    pageCount nextCursor startCursor
    data {
      id title contents image image_info { width height placeholder } address place_name lat lng start_time end_time
      createdAt username user_profile user_id like liked
    }
  }
}`

type Subject = { name: string; server: ServerProcess; request: autocannon.Request; like: string }

const stage = await openStage()
await skipFill()
const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-bench-'))
const site = await startServer(['--max-old-space-size=384', '--max-semi-space-size=16', 'server/main.ts'], {
  NODE_ENV: 'production',
  PORT: '3791',
  // One process answers: the figures are of one core.
  WEB_CONCURRENCY: '1',
  // What a first start does once, in the background, would be counted as the cost of requests.
  BUNDLED_PLACES: 'off',
  DATA_DIR: folder,
  DATABASE_URL: stage.connectionString,
  SECRET_KEY,
})
const token = await openSession(stage.db, { accountId: 1, persistent: false, userAgent: null })
/** Chrome's Accept-Encoding. */
const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const json = { ...browser, 'content-type': 'application/json' }
const firstPage = post({ filter: 'latest' })

const bytes = await bareServer('feed.json', firstPage)
const queried = await startServer(['bench/bare-server.ts', '', 'application/json', stage.connectionString])
const subjects: Subject[] = [
  { name: 'bare, same bytes', server: bytes, request: firstPage, like: 'bare, same bytes' },
  { name: 'bare, same query', server: queried, request: firstPage, like: 'bare, same query' },
  { name: 'feed, anonymous, shared for a second', server: site, request: firstPage, like: 'bare, same bytes' },
  { name: 'feed, anonymous, not shared', server: site, request: neverShared(), like: 'bare, same query' },
  {
    name: 'feed, signed in',
    server: site,
    request: { ...firstPage, headers: { ...json, cookie: `sid=${token}` } },
    like: 'bare, same query',
  },
]
const servers = [site, bytes, queried]
if (existsSync('dist/server/server.js')) {
  const home = { method: 'GET', path: '/', headers: browser } as const
  const page = await bareServer('home.html', home)
  servers.push(page)
  subjects.push({ name: 'bare, same page', server: page, request: home, like: 'bare, same page' })
  subjects.push({ name: 'home page, anonymous', server: site, request: home, like: 'bare, same page' })
  const cookie = { ...home, headers: { ...browser, cookie: `sid=${token}` } }
  subjects.push({ name: 'home page, signed in', server: site, request: cookie, like: 'bare, same page' })
}

const measured = new Map(
  subjects.map(({ name }) => [name, { cpu: [] as number[], p99: [] as number[], rate: [] as number[] }]),
)
for (const subject of subjects) await load(subject, 2)
for (let round = 0; round < ROUNDS; round++) {
  for (const subject of subjects) {
    const figures = measured.get(subject.name)
    const { cpu, p99, rate } = await load(subject, SECONDS)
    figures?.cpu.push(cpu)
    figures?.p99.push(p99)
    figures?.rate.push(rate)
  }
}
const cpuOf = (name: string) => quantile(measured.get(name)?.cpu ?? [], 0.5)
const rows: Row[] = subjects.map(({ name, like }) => ({
  request: name,
  'CPU µs': round(cpuOf(name)),
  beside: like === name ? '' : `${round(cpuOf(name) / cpuOf(like))} × ${like}`,
  'requests / s': round(quantile(measured.get(name)?.rate ?? [], 0.5)),
  'p99 ms': round(quantile(measured.get(name)?.p99 ?? [], 0.5)),
}))
report('feed', `CPU of one request, ${stage.posts.toLocaleString('en')} posts, ${CONNECTIONS} connections`, rows, [
  `Medians of ${ROUNDS} alternating rounds of ${SECONDS} s. CPU is the server process's own, user and system; PostgreSQL's is not in it.`,
])
for (const server of servers) await server.stop()
await stage.close()
rmSync(folder, { recursive: true })

/** One round: µs of CPU per request, requests per second, p99 in ms. */
async function load({ name, server, request }: Subject, seconds: number) {
  const before = server.cpuSeconds()
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [request],
  })
  const cpu = server.cpuSeconds() - before
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} errors`)
  return { cpu: (cpu * 1e6) / result['2xx'], rate: result['2xx'] / result.duration, p99: result.latency.p99 }
}

function post(variables: object): autocannon.Request {
  return { method: 'POST', path: '/graphql', headers: json, body: JSON.stringify({ query, variables }) }
}

/**
 * The first page under a new name of an unknown filter each time, which means latest, so that no answer can be shared.
 */
function neverShared(): autocannon.Request {
  let turn = 0
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...post({ filter: `latest ${turn++}` }) })
  return { ...post({}), setupRequest }
}

/** A bare server that sends the same compressed bytes as the site. */
async function bareServer(name: string, { method, path: location, headers, body }: autocannon.Request) {
  const asked = request(site.origin + location, { method, headers })
  asked.end(body)
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${location} answered ${reply.statusCode}`)
  const file = path.join(folder, name)
  writeFileSync(file, await buffer(reply))
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = reply.headers
  return startServer(['bench/bare-server.ts', file, type, '', encoding])
}

/** Marks every post as assigned to its areas: it is a job of the first start. */
async function skipFill(): Promise<void> {
  await stage.db.deleteFrom('place_sources').where('is_bundled', '=', true).execute()
  await sql`insert into area_fills (version, next_id) values (${await areaVersion(stage.db)}, 0)
    on conflict (single) do update set version = excluded.version, next_id = 0`.execute(stage.db)
}

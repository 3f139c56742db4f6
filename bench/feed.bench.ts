import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Request } from 'autocannon'
import { sql } from 'kysely'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { startBareServer } from './bare-bytes.ts'
import { apiRequest, pageRequest, requestPerTurn } from './browser-requests.ts'
import { measureLoad, type RequestCost } from './load.ts'
import { quantile, type Row, roundToThree, writeReport } from './report.ts'
import { type ServerProcess, startServer, startSite } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * What a page and the feed's JSON cost as browsers ask for them, beside bare node:http servers that send the same
 * compressed bytes, or run the same query, in the same run. Rounds alternate between the requests, so that a busy machine
 * slows all of them.
 */

const ROUNDS = 3
/** The connections at which CPU is compared. */
const COMPARED = 16
/** Connections at which a process takes most memory. */
const MANY = 256
const SECONDS = 2

/** Goal for a request: at most so many times the CPU of the request `beside`, PostgreSQL included. */
type Goal = { times: number }
type Subject = { name: string; server: ServerProcess; request: Request; beside?: string; goal?: Goal }

const stage = await openStage()
const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-bare-'))
if (!existsSync('dist/server/server.js')) throw new Error('Build the pages first: npm run bench -- feed does.')
const site = await startSite({ port: 3791, databaseUrl: stage.connectionString })
const cookie = `sid=${await openSession(stage.db, { accountId: 1, persistent: false, userAgent: null })}`
const { rows: posts } = await sql<{ id: number }>`
  select post_id::float8 as id from image_uses where post_id is not null order by post_id desc limit 1000`.execute(
  stage.db,
)
const post = `/post/${posts[0]?.id}`

const firstPage = { filter: 'latest', open: false }
const feed = apiRequest(site.origin, 'getPosts', firstPage)
// An unknown filter means latest. A new name each time keeps responses from being shared.
const feedNotShared = requestPerTurn((turn) =>
  apiRequest(site.origin, 'getPosts', { ...firstPage, filter: `latest ${turn}` }),
)
const everyPost = requestPerTurn((turn) => pageRequest(`/post/${posts[turn % posts.length]?.id}`))

const bareHome = await startBareServer(site.origin, pageRequest('/'), path.join(folder, 'home.html'))
const barePost = await startBareServer(site.origin, pageRequest(post), path.join(folder, 'post.html'))
const bareFeed = await startBareServer(site.origin, feed, path.join(folder, 'feed.json'))
const bareQuery = await startServer(['bench/bare-server.ts', '', 'application/json', stage.connectionString])
const bare = {
  home: 'bare, bytes of home',
  post: 'bare, bytes of the post page',
  feed: 'bare, bytes of the feed',
  query: 'bare, query of the feed',
} as const

const subjects: Subject[] = [
  { name: bare.home, server: bareHome, request: pageRequest('/') },
  { name: 'home, anonymous', server: site, request: pageRequest('/'), beside: bare.home, goal: { times: 2.5 } },
  {
    name: 'home, signed in',
    server: site,
    request: pageRequest('/', cookie),
    beside: bare.home,
    goal: { times: 25 },
  },
  { name: bare.post, server: barePost, request: pageRequest(post) },
  { name: 'post page, anonymous', server: site, request: pageRequest(post), beside: bare.post, goal: { times: 2.5 } },
  {
    name: 'post page, signed in',
    server: site,
    request: pageRequest(post, cookie),
    beside: bare.post,
    goal: { times: 25 },
  },
  {
    name: 'post page, anonymous, each another',
    server: site,
    request: everyPost,
    beside: bare.post,
    goal: { times: 100 },
  },
  { name: bare.feed, server: bareFeed, request: feed },
  { name: 'feed JSON, anonymous', server: site, request: feed, beside: bare.feed, goal: { times: 3 } },
  { name: bare.query, server: bareQuery, request: feed },
  { name: 'feed JSON, not shared', server: site, request: feedNotShared, beside: bare.query },
  {
    name: 'feed JSON, signed in',
    server: site,
    request: apiRequest(site.origin, 'getPosts', firstPage, cookie),
    beside: bare.query,
    goal: { times: 4 },
  },
]

const rested = { peak: site.peakMegabytes(), proportional: site.proportionalMegabytes() }
/** Highest value after a load, before garbage is collected. */
let proportional = rested.proportional
const measured = new Map<string, RequestCost[]>()
for (const subject of subjects) await measure(subject, COMPARED)
for (let turn = 0; turn < ROUNDS; turn++) {
  for (const subject of subjects) {
    measured.set(subject.name, [...(measured.get(subject.name) ?? []), await measure(subject, COMPARED)])
    await measure(subject, MANY)
    proportional = site.proportionalMegabytes().map((now, index) => Math.max(now, proportional[index] ?? 0))
  }
}
const memory = site.peakMegabytes()
writeReport('feed', `CPU of one request, ${stage.posts.toLocaleString('en')} posts`, subjects.map(costRow), notes(), [
  { title: 'Memory of the server', rows: memory.map(memoryRow) },
])
for (const server of [site, bareHome, barePost, bareFeed, bareQuery]) await server.stop()
await stage.close()
rmSync(folder, { recursive: true })

function measure({ server, request }: Subject, connections: number): Promise<RequestCost> {
  return measureLoad({ server, postgres: stage.postgres, request, connections, seconds: SECONDS })
}

function median(name: string, of: (load: RequestCost) => number): number {
  return quantile((measured.get(name) ?? []).map(of), 0.5)
}

function costRow({ name, beside, goal }: Subject): Row {
  const cpu = (of: string) => median(of, ({ serverCpu, databaseCpu }) => serverCpu + databaseCpu)
  const times = beside ? cpu(name) / cpu(beside) : Number.NaN
  return {
    request: name,
    'server CPU µs': roundToThree(median(name, ({ serverCpu }) => serverCpu)),
    'PostgreSQL CPU µs': roundToThree(median(name, ({ databaseCpu }) => databaseCpu)),
    bytes: Math.round(median(name, ({ bytes }) => bytes)),
    'CPU beside bare, both': beside ? `${roundToThree(times)} × ${beside}` : '',
    wanted: goal ? `≤ ${goal.times} ×` : '',
    '': goal ? (times <= goal.times ? 'reached' : 'not reached') : '',
  }
}

function memoryRow(megabytes: number, index: number): Row {
  return {
    process: index === 0 ? 'first' : `further, ${index}`,
    'MB after the start': rested.peak[index] ?? '',
    'MB, the peak at 256 connections': megabytes,
    'MB after the start, shared pages counted once': rested.proportional[index] ?? '',
    'after the loads': proportional[index] ?? '',
  }
}

function notes(): string[] {
  return [
    `Medians of ${ROUNDS} rounds of ${SECONDS} s at ${COMPARED} connections, by turns. The site runs as in production, with ${memory.length - 1 || 1} processes that answer requests; requests have the headers of Chrome on Android. The load comes from a process of its own, whose CPU is not counted; it shares the cores with server and PostgreSQL.`,
    'A shared answer is kept until something that it shows changes. Bare answers are single node:http servers that send the same compressed bytes, or run the query of the feed and send its rows uncompressed.',
  ]
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { paths, postPath } from '#rules/paths.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { unlimited } from '#tests/unlimited.ts'
import { startBareServer } from './bare-bytes.ts'
import { apiRequest, pageRequest } from './browser-requests.ts'
import { measureLoad } from './load.ts'
import { CLOCK_HEADER } from './mixed-hour/clock.ts'
import { openTown, type TownRequest } from './mixed-hour/town.ts'
import { quantile, roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * Pages of a town that few people ask for at once: ten requests a second by Zipf's law, a fifth of them by members, a
 * hundredth writes, and beside them a crawler that walks over all posts. Requests are sent as fast as the site answers,
 * and the site's clock goes on by what lies between them in a town. Then how long an old page is seen after a change.
 */

const PER_SECOND = 10
/** One of so many requests is the crawler's. */
const CRAWLED = 11
const WARM = 36_000
const MEASURED = 9000
const AT_ONCE = 1
/** Rounds of requests to the bare server, before what is measured and again after it; connections and seconds of each round. */
const [BARE_ROUNDS, BARE_CONNECTIONS, BARE_SECONDS] = [3, 16, 2]
const CHANGES = 40
const METRICS = { one: '9471', other: '9472' }

if (!existsSync('dist/server/server.js')) throw new Error('Build the pages first.')
const stage = await openStage()
const changes = {
  ...unlimited,
  WEB_CONCURRENCY: '1',
  NODE_OPTIONS: `--import=${path.resolve('bench/mixed-hour/clock.ts')}`,
}
const dataDir = mkdtempSync(path.join(tmpdir(), 'matnanum-hour-'))
const open = (port: number, metrics: string) =>
  startSite({ port, databaseUrl: stage.connectionString, dataDir, changes: { ...changes, METRICS_PORT: metrics } })
const site = await open(3797, METRICS.one)
const town = await openTown(stage.db, site.origin)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 2 })

// A site that has just started does not know its areas and names yet.
const first = pageRequest(`${paths.search}?${new URLSearchParams({ keyword: '인천광역시 순두부' })}`)
while ((await answer(site.origin, first)).status !== 200) await wait(500)
let sent = 0
const begun = performance.now()
await send(WARM, () => ({ site: 0, postgres: 0 }))
const home = pageRequest(paths.home)
const bare = await startBareServer(site.origin, home, path.join(dataDir, 'home.html'))
const bareCosts = await measureBare()
const before = { ...cpuNow(), reads: await cacheReads() }
const answers = await send(MEASURED, cpuNow)
const reads = await cacheReads()
const now = cpuNow()
const cpu = { site: now.site - before.site, postgres: now.postgres - before.postgres }
const minutes = (performance.now() - begun) / 60_000
const share = (reads.hit - before.reads.hit) / (reads.all - before.reads.all)
const each = (seconds: number) => roundToThree((seconds * 1000) / MEASURED)
const memory = site.peakMegabytes()[0] ?? 0
const bareCpu = quantile([...bareCosts, ...(await measureBare())], 0.5)

const elsewhere = await open(3798, METRICS.other)
const old = await oldPages()
writeReport(
  'mixed-hour',
  `An hour of a town with ${stage.posts.toLocaleString('en')} posts`,
  [
    {
      requests: MEASURED,
      'site CPU, s for 1,000': each(cpu.site),
      'PostgreSQL CPU, s for 1,000': each(cpu.postgres),
      'both, s for 1,000': each(cpu.site + cpu.postgres),
      'times a bare request': roundToThree(((cpu.site + cpu.postgres) * 1e6) / MEASURED / bareCpu),
      'answered from the cache': `${roundToThree(share * 100)} %`,
      'MB kept': roundToThree(reads.bytes / 2 ** 20),
      'MB, the peak of the process': memory,
    },
  ],
  [
    `${PER_SECOND} requests a second of the town's clock and a crawler's page after every ${CRAWLED - 1}, ${AT_ONCE} at once, after ${WARM} of the same. One process answers. All of it took ${roundToThree(minutes)} minutes.`,
    `Bare is a single node:http server that sends the bytes of home, ${roundToThree(bareCpu)} µs a request: the median of ${BARE_ROUNDS * 2} rounds of ${BARE_SECONDS} s at ${BARE_CONNECTIONS} connections, half of them before the measured requests and half after.`,
    `Without the clock that is told, ${CHANGES} changes each: the time from the response to a write until the last page without it was asked for.`,
  ],
  [
    {
      title: 'Answers',
      rows: [...answers].toSorted().map(([kind, { times, site, postgres }]) => ({
        kind,
        requests: times.length,
        'p50 ms': roundToThree(quantile(times, 0.5)),
        'p95 ms': roundToThree(quantile(times, 0.95)),
        'site CPU, s for 1,000 of all': each(site),
        'PostgreSQL CPU, s for 1,000 of all': each(postgres),
      })),
    },
    { title: 'Old pages after a change', rows: old },
  ],
)
agent.destroy()
for (const server of [site, elsewhere, bare]) await server.stop()
rmSync(dataDir, { recursive: true })
await withoutTimeLimits(stage.db, async (connection) => {
  await connection.deleteFrom('comments').where('text', 'like', '육수가%').execute()
  await connection.deleteFrom('posts').where('id', '>', stage.newest).execute()
})
await stage.close()

/** CPU microseconds of a bare request, of each round. */
async function measureBare(): Promise<number[]> {
  const costs: number[] = []
  const options = { server: bare, postgres: stage.postgres, request: home }
  while (costs.length < BARE_ROUNDS) {
    const { serverCpu } = await measureLoad({ ...options, connections: BARE_CONNECTIONS, seconds: BARE_SECONDS })
    costs.push(serverCpu)
  }
  return costs
}

type Kind = { times: number[]; site: number; postgres: number }

function cpuNow() {
  return { site: site.cpuSeconds(), postgres: stage.postgres.cpuSeconds() }
}

/** Sends so many requests of the town; returns the milliseconds of each kind, and the CPU seconds until the next request. */
async function send(amount: number, cpuSeconds: typeof cpuNow): Promise<Map<string, Kind>> {
  const kinds = new Map<string, Kind>()
  const end = sent + amount
  let spent = cpuSeconds()
  const one = async () => {
    while (sent < end) {
      const turn = sent++
      const { kind, request } = turn % CRAWLED === 0 ? { kind: 'crawler', request: town.crawl() } : town.next()
      const clock = 60_000 + Math.round((turn / PER_SECOND) * (1 - 1 / CRAWLED) * 1000)
      const since = performance.now()
      const status = (await answer(site.origin, request, clock)).status
      const took = performance.now() - since
      if (status !== 200) throw new Error(`${request.path} answered ${status}`)
      const { times, ...before } = kinds.get(kind) ?? { times: [], site: 0, postgres: 0 }
      const now = cpuSeconds()
      kinds.set(kind, {
        times: [...times, took],
        site: before.site + now.site - spent.site,
        postgres: before.postgres + now.postgres - spent.postgres,
      })
      spent = now
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return kinds
}

function answer(origin: string, { method, path, headers, body }: TownRequest, clock?: number) {
  return new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
    const asked = ask(`${origin}${path}`, {
      agent,
      ...(method && { method }),
      headers: {
        ...(headers as Record<string, string>),
        ...(clock !== undefined && { [CLOCK_HEADER]: String(clock) }),
      },
    })
    asked.on('error', reject)
    asked.on('response', (response) =>
      buffer(response).then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject),
    )
    asked.end(body)
  })
}

async function cacheReads(): Promise<{ hit: number; all: number; bytes: number }> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS.one}/metrics`)).text()
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  const hit = sum(/^matnanum_cache_reads_total\{.*result="hit".*\} (\S+)$/gm)
  return {
    hit,
    all: sum(/^matnanum_cache_reads_total\{.*\} (\S+)$/gm),
    bytes: sum(/^matnanum_cache_bytes\{.*\} (\S+)$/gm),
  }
}

/** Milliseconds from a write's response until the last old page, in the process that wrote and in another. */
async function oldPages() {
  const [one, other] = town.members
  if (!one || !other) throw new Error('The town has no members.')
  const post = String(stage.newest)
  const plain = (location: string): TownRequest => {
    const asked = pageRequest(location)
    return { ...asked, headers: { ...asked.headers, 'accept-encoding': 'identity' } as TownRequest['headers'] }
  }
  const kinds = {
    like: {
      page: postPath(post),
      write: (turn: number) =>
        apiRequest(site.origin, 'likePost', { id: post, isLike: turn % 2 === 0, jwt: one.handle }, one.cookie),
    },
    comment: {
      page: postPath(post),
      write: (turn: number) => apiRequest(site.origin, 'addComment', { post, text: `육수가 ${turn}` }, other.cookie),
    },
    'new post': {
      page: paths.home,
      write: (turn: number) =>
        apiRequest(site.origin, 'addPost', { title: `새 글 ${turn}`, contents: '육수가 맑아요.' }, other.cookie),
    },
  }
  // The town may have put this heart already, and a second one changes nothing.
  await answer(site.origin, kinds.like.write(1))
  const rows = []
  for (const [kind, { page, write }] of Object.entries(kinds)) {
    const last = { here: 0, there: 0 }
    for (let turn = 0; turn < CHANGES; turn++) {
      const known = await answer(site.origin, plain(page))
      await answer(elsewhere.origin, plain(page))
      await answer(site.origin, write(turn))
      const since = performance.now()
      const [here, there] = await Promise.all(
        [site.origin, elsewhere.origin].map(async (origin) => {
          let seen = 0
          for (;;) {
            const asked = performance.now() - since
            if (isChanged(known.bytes, (await answer(origin, plain(page))).bytes)) return seen
            seen = asked
            if (asked > 10_000) throw new Error(`${kind}: an old page after 10 seconds`)
            await wait(2)
          }
        }),
      )
      last.here = Math.max(last.here, here ?? 0)
      last.there = Math.max(last.there, there ?? 0)
    }
    rows.push({
      change: kind,
      'ms in the process that wrote': roundToThree(last.here),
      'ms in another': roundToThree(last.there),
      wanted: '≤ 1,000 and ≤ 2,000',
    })
  }
  return rows
}

/** Whether the posts or comments in the page have changed; changed times do not count. */
function isChanged(known: Buffer, bytes: Buffer): boolean {
  return shownIn(known) !== shownIn(bytes)
}

function shownIn(page: Buffer): string {
  return /"store":(.*?)<\/script>/s.exec(page.toString())?.[1] ?? page.toString().replaceAll(/"now":"[^"]*"/g, '')
}

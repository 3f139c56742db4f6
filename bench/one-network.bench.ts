import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { type Client, createApi } from '#tests/api.ts'
import { buildUser } from '#tests/factories.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { currentOptions } from '../scripts/bench/options.ts'
import { quantile, type Row, roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'

/** One visitor beside each attack that one other network makes alone: how long they wait, and how often they are cut off. */

const SECONDS = 8
const PAUSE_MS = 50
const REQUEST_TIMEOUT_MS = 15_000
const PREPARING_MS = 120_000
const VISITOR = '127.0.9.1'
const ATTACKS = [
  'nothing',
  'pages that are not there',
  'logins with another next page each',
  'pictures',
  'last bytes of pictures',
  'new connections',
  'pipelined requests',
  'lists of posts',
  'sign-ups with a taken address',
  'sign-ups with addresses of their own',
  'logins with a wrong password',
  'logins to another address each',
  'recoveries',
  'changes of password',
  '/readyz',
  'search pages over new connections',
]

type Visit = Readonly<{ kind: 'healthz' | 'page' | 'read' | 'search'; path: string; body?: string }>

let turn = 0
/** Requests of the visitor, in turns; reads and searches are in no cache. */
const visits: readonly (() => Visit)[] = [
  () => ({ kind: 'healthz', path: '/healthz' }),
  () => ({ kind: 'page', path: turn % 2 ? '/' : '/not-there' }),
  () => ({ kind: 'read', path: '/graphql', body: readOf(turn) }),
  () => ({ kind: 'search', path: `/search?keyword=v${turn}` }),
]

const readOf = (at: number) =>
  JSON.stringify({ query: '{ getPosts { data { id title image likes } } }', variables: { at } })

const { only } = currentOptions()
const site = await startSite({ port: 3794 })
await placesLoaded()
const { picture, email } = await publishPicture()
const rows: Row[] = []
let quiet: Readonly<Record<string, number>> = {}
await beside('nothing')
for (const name of ATTACKS.filter((name) => name === 'nothing' || name.includes(only ?? '')))
  rows.push(await beside(name))
writeReport('one-network', 'One visitor beside one network that wants everything', rows, [
  `Each attack lasts ${SECONDS} s. The visitor opens a connection for each request, by turns /healthz, a page that caches have, a read of the API and a search page that they have not, and pauses for ${PAUSE_MS} ms. Figures are the p50 in ms; × compares with the visits beside nothing in this run. Attacker, visitor, server and database share the machine.`,
])
await site.stop()

async function beside(name: string): Promise<Row> {
  const attack = fork(new URL('./one-network/attack.ts', import.meta.url), [name, site.origin, picture, email])
  await wait(1000)
  const times = { healthz: [], page: [], read: [], search: [] } as Record<Visit['kind'], number[]>
  const failures = new Map<string, number>()
  const until = performance.now() + SECONDS * 1000
  for (; performance.now() < until; turn++) {
    const visit = visits[turn % visits.length]?.() as Visit
    const since = performance.now()
    const outcome = await make(visit)
    times[visit.kind].push(performance.now() - since)
    if (outcome) failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
    await wait(PAUSE_MS)
  }
  attack.disconnect()
  await once(attack, 'exit')
  await wait(3000)
  const medians = Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, quantile(all, 0.5)]))
  if (name === 'nothing') quiet = medians
  const figures = Object.entries(medians).map(([kind, median]) => [
    kind,
    `${roundToThree(median)} (${roundToThree(median / (quiet[kind] ?? Number.NaN))}×)`,
  ])
  const all = Object.values(times).flat()
  return {
    'beside it': name,
    visits: all.length,
    ...Object.fromEntries(figures),
    'longest, ms': Math.round(Math.max(...all)),
    failed: [...failures].map(([what, count]) => `${what} ${count}`).join(', ') || 'none',
  }
}

/** Requests on a new connection; returns the failure, or null. */
function make({ path, body }: Visit): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const asking = { agent: false, localAddress: VISITOR, signal, headers, method }
    const request = send(`${site.origin}${path}`, asking, (response) => {
      const status = response.statusCode ?? 0
      response.resume().once('close', () => resolve(status < 500 ? null : String(status)))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end(body)
  })
}

/** Waits for the bundled places, without which searches differ. */
async function placesLoaded(): Promise<void> {
  const api = createApi(site.origin)
  const isLoaded = async () => (await api.searchPlaces({ keyword: '강남역' }).catch(() => [])).length > 0
  for (const end = performance.now() + PREPARING_MS; !(await isLoaded()); await wait(500))
    if (performance.now() > end) throw new Error('The bundled places are not loaded.')
  await wait(10_000)
}

/** The path of a large picture that a post shows, and the address of its author. */
async function publishPicture(): Promise<{ picture: string; email: string }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const api = createApi(site.origin).fresh(VISITOR)
  const user = await buildUser(api)
  const url = await uploaded(user.client, photo)
  await api.as(user).addPost({ title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.', image: url })
  return { picture: new URL(url).pathname, email: user.email }
}

/** URL of the uploaded picture; the upload is repeated while the site is busy after its start. */
async function uploaded(browser: Client, photo: Buffer): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const { reply, answer } = await uploadPicture(browser, photo)
    if (reply.status === 200) return answer.url
    await wait(3000)
  }
  throw new Error('The picture could not be uploaded.')
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { createApi } from '#tests/api.ts'
import { buildUser } from '#tests/factories.ts'
import { upload } from '#tests/image-site.ts'
import { quantile, type Row, report, round } from './report.ts'
import { startSite } from './server-process.ts'

/** One visitor beside each attack that one other network makes alone: how long they wait, and how often they are cut off. */
const SECONDS = 8
const PAUSE_MS = 50
const GIVE_UP_MS = 15_000
const ATTACKS = [
  'nothing',
  'pages that are not there',
  'logins with another next page each',
  'pictures',
  'last bytes of pictures',
  'new connections',
  'pipelined requests',
]

const site = await startSite({ port: 3794 })
const picture = await publishPicture()
const rows: Row[] = []
for (const name of ATTACKS) rows.push(await beside(name))
report('one-network', 'One visitor beside one network that wants everything', rows, [
  `Each attack lasts ${SECONDS} s. The visitor opens a connection for each request, /, /healthz and a page that is not there by turns, and pauses for ${PAUSE_MS} ms. Attacker, visitor, server and database share the machine.`,
])
await site.stop()

async function beside(name: string): Promise<Row> {
  const attack = fork(new URL('./one-network/attack.ts', import.meta.url), [name, site.origin, picture])
  await wait(1000)
  const times: number[] = []
  const failures = new Map<string, number>()
  const paths = ['/', '/healthz', '/not-there']
  const until = performance.now() + SECONDS * 1000
  for (let turn = 0; performance.now() < until; turn++) {
    const since = performance.now()
    const outcome = await visit(paths[turn % paths.length] as string)
    times.push(performance.now() - since)
    if (outcome) failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
    await wait(PAUSE_MS)
  }
  attack.disconnect()
  await once(attack, 'exit')
  await wait(3000)
  return {
    'beside it': name,
    visits: times.length,
    'p50, ms': round(quantile(times, 0.5)),
    'p95, ms': round(quantile(times, 0.95)),
    'longest, ms': Math.round(Math.max(...times)),
    failed: [...failures].map(([what, count]) => `${what} ${count}`).join(', ') || 'none',
  }
}

/** Asks on a new connection; what failed, or null. */
function visit(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const request = get(`${site.origin}${path}`, { agent: false, localAddress: '127.0.9.1', signal }, (response) => {
      const status = response.statusCode ?? 0
      response.resume().once('close', () => resolve(status < 500 ? null : String(status)))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/** The path of a large picture that a post shows. */
async function publishPicture(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const api = createApi(site.origin).fresh('127.0.9.1')
  const user = await buildUser(api)
  const { url } = (await upload(user.client, photo)).answer
  await api.as(user).addPost({ title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.', image: url })
  return new URL(url).pathname
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Api, createApi } from '#tests/api.ts'
import { options } from '../scripts/bench/options.ts'
import { attacks } from './attacks/attackers.ts'
import { emptyLog, type RequestLog, signUpMembers, useSiteNormally } from './attacks/people.ts'
import { AttackedSite } from './attacks/site.ts'
import { quantile, type Row, report, round } from './report.ts'

/**
 * All attacks at once beside twenty users of the site: how long these wait, whether any acknowledged write is lost, and
 * how much memory the server takes. Default limits, ten minutes: `npm run bench -- attacks -- --minutes 10`.
 */
const USERS = 20

/** Longest wait of an attacker for one response. */
const GIVE_UP_MS = 30_000
const START_AGAIN_MS = 1000

const { minutes } = options()

const tries = new Map<string, { made: number; through: number }>()
const site = await AttackedSite.start()
const members = await signUpMembers(site.origin, USERS)
const end = performance.now() + minutes * 60_000
const isOver = () => performance.now() > end || !site.isAlive
const requestLog = emptyLog()
const users = members.map((member) => useSiteNormally(member, requestLog, isOver))
const fights = attacks.flatMap((attack) =>
  Array.from({ length: attack.hands }, (_, hand) => fight(attack.name, () => attack.start(site, hand + 1))),
)
const rows: Row[] = []
await Promise.all([...users, ...fights])

const survived = site.isAlive
const lost = survived ? await countLost(createApi(site.origin), requestLog) : Number.NaN
for (const [what, times] of [
  ['feed', requestLog.feeds],
  ['home page', requestLog.pages],
  ['upload', requestLog.uploads],
] as const) {
  rows.push({
    'ordinary people': what,
    asked: times.length,
    'p50, ms': round(quantile(times, 0.5)),
    'p99, ms': round(quantile(times, 0.99)),
    'longest, ms': Math.round(Math.max(...times)),
  })
}
report('attacks', `All attacks at once beside ${USERS} people, ${minutes} minutes`, rows, [
  `The server ${survived ? 'lives' : 'has ended'}; none of its processes took more than ${Math.round(site.peakBytes / 1e6)} MB.`,
  `${requestLog.posts.length} posts and ${requestLog.likes.size} likes were acknowledged; lost: ${lost}. Blank pages: ${requestLog.blankPages}. Mails written: ${site.mails()}.`,
  `What ordinary people were refused: ${[...requestLog.failures].map(([code, count]) => `${code} ${count}`).join(', ') || 'nothing'}.`,
  ...[...tries].map(([name, { made, through }]) => `Attack "${name}": ${made} tries, ${through} let through.`),
])
await site.stop()
if (!survived || lost > 0) process.exitCode = 1

async function fight(name: string, start: () => Promise<() => Promise<boolean>>): Promise<void> {
  const count = { made: 0, through: 0 }
  const total = tries.get(name) ?? count
  tries.set(name, total)
  let deed: (() => Promise<boolean>) | null = null
  // Making the attacker's account may be refused while another attack is running.
  while (!deed && !isOver()) deed = await start().catch(() => wait(START_AGAIN_MS, null))
  while (deed && !isOver()) {
    total.made++
    if (await Promise.race([deed().catch(() => false), wait(GIVE_UP_MS, false)])) total.through++
    else await wait(10)
  }
}

/** Acknowledged posts that are gone, and likes that differ from the acknowledged state. */
async function countLost(api: Api, { posts, likes }: RequestLog): Promise<number> {
  let lost = 0
  for (const id of posts) if (!(await withRetries(() => api.getPost({ id })))) lost++
  for (const [key, isLiked] of likes) {
    const [handle = '', id = ''] = key.split(' ')
    const post = isLiked === undefined ? null : await withRetries(() => api.getPost({ id }))
    if (post && post.likeUsers.length < 100 && post.likeUsers.includes(handle) !== isLiked) lost++
  }
  return lost
}

/** The last kill may have been a moment ago. */
async function withRetries<T>(ask: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask().catch(() => null)
    if (answer) return answer
    await wait(500)
  }
  return null
}

import autocannon from 'autocannon'
import { sql } from 'kysely'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { unlimited } from '#tests/unlimited.ts'
import { openBareWrites } from './bare-writes.ts'
import { apiRequest } from './browser-requests.ts'
import { type Row, roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * Likes and new posts per second over HTTP, sent like a browser does. The control in the same run is bare transactions
 * without our code, as many at once. fsync is on.
 */

const SECONDS = 5
const CONNECTIONS = [64, 256]
const PEOPLE = 500

const stage = await openStage()
// Limits are counted as in production, and higher: one network and 500 people write more than they may.
const site = await startSite({ port: 3793, databaseUrl: stage.connectionString, changes: unlimited })
const { rows: accounts } = await sql<{ id: number; handle: string }>`
  select id, handle from accounts order by id limit ${PEOPLE}`.execute(stage.db)
const people: { handle: string; cookie: string }[] = []
for (const { id, handle } of accounts) {
  const token = await openSession(stage.db, { accountId: id, persistent: false, userAgent: null })
  people.push({ handle, cookie: `sid=${token}` })
}
let turn = 0

function mutation(document: string, variables: (mine: number, handle: string) => object): () => autocannon.Request {
  return () => {
    const mine = turn++
    const { handle = '', cookie = '' } = people[mine % people.length] ?? {}
    return apiRequest(site.origin, document, variables(mine, handle), cookie)
  }
}
const like = (postOf: (mine: number) => number) =>
  mutation('likePost', (mine, jwt) => ({
    id: String(postOf(mine)),
    isLike: Math.floor(mine / people.length) % 2 === 0,
    jwt,
  }))
const text = '육수가 맑고 면이 부드러워요. '.repeat(5)
const newPost = mutation('addPost', (mine) => {
  const place = mine % 2 === 0 ? {} : { address: '서울 마포구 숭문길 24', lat: 37.5478, lng: 126.9469 }
  return { title: `평양냉면 ${mine}`, contents: text, ...place }
})
const far = (mine: number) => 1 + ((mine * 7919) % stage.posts)
const bare = openBareWrites(stage, text)

const rows: Row[] = []
for (const connections of CONNECTIONS) {
  rows.push(
    await compare('likes of posts far apart', connections, like(far), () => bare.like(far(turn++))),
    await compare(
      'likes of one post',
      connections,
      like(() => stage.posts),
      () => bare.like(stage.posts),
    ),
    await compare('new posts, every other with a position', connections, newPost, () => bare.addPost()),
  )
}
const wrong = await sql<{ count: number }>`
  select count(*) from post_stats s
  where like_count <> (select count(*) from likes l where l.post_id = s.post_id)`.execute(stage.db)
writeReport('writes', 'Writes over HTTP', rows, [
  'Bare: as many at once of a transaction that writes a like, moves the counter and notifies, or of a statement that inserts the rows of a post with two search terms; over as many connections to the database as the site has, without HTTP, sessions and limits.',
  'CPU µs: of one write, in the processes of the site and in PostgreSQL. They share the machine with the sender of the load.',
  `Counters that differ from their rows afterwards: ${wrong.rows[0]?.count}.`,
])
await bare.close()
await site.stop()
// The notifications of all followers go with the posts.
await withoutTimeLimits(stage.db, (connection) =>
  connection.deleteFrom('posts').where('id', '>', stage.newest).execute(),
)
await stage.close()

/** A row: our rate, the control's, and the cost of each of our writes. */
async function compare(
  name: string,
  connections: number,
  next: () => autocannon.Request,
  bareWrite: () => Promise<unknown>,
): Promise<Row> {
  await load(next, connections, 1)
  const before = cpuNow()
  const result = await load(next, connections, SECONDS)
  const after = cpuNow()
  const done = result['2xx']
  if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} refused`)
  const control = await perSecond(bareWrite, connections)
  const each = (of: keyof typeof before) => roundToThree((after[of] - before[of]) / done)
  return {
    name,
    'at once': connections,
    '/ s': roundToThree(done / result.duration),
    'bare / s': roundToThree(control),
    'p99 ms': roundToThree(result.latency.p99),
    'CPU µs: site': each('site'),
    PostgreSQL: each('postgres'),
  }
}

/** CPU so far, in µs. */
function cpuNow() {
  return { site: site.cpuSeconds() * 1e6, postgres: stage.postgres.cpuSeconds() * 1e6 }
}

function load(next: () => autocannon.Request, connections: number, seconds: number): Promise<autocannon.Result> {
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() })
  return autocannon({
    url: site.origin,
    connections,
    duration: seconds,
    requests: [{ ...next(), setupRequest }],
  })
}

async function perSecond(work: () => Promise<unknown>, connections: number): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() < until; done++) await work()
    }),
  )
  return done / SECONDS
}

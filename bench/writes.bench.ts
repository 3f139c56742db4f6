import autocannon from 'autocannon'
import { sql } from 'kysely'
import { openSession } from '#server/accounts/sessions.ts'
import { FEED_CHANNEL } from '#server/db/listen.ts'
import { unlimited } from '#tests/unlimited.ts'
import { call } from './browser-requests.ts'
import { type Row, report, round } from './report.ts'
import { startSite } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * Likes and new posts per second over HTTP, sent like a browser does. The control in the same run is bare transactions
 * without our code: one that moves a counter and notifies, and one that inserts the rows of a post. fsync is on. The
 * transactions and bytes of the write-ahead log per write do not depend on how busy the machine is.
 */
const SECONDS = 5
const CONNECTIONS = 64
const PEOPLE = 500

const stage = await openStage()
// Limits are counted as in production, and higher: one network and 500 people write more than they may.
const site = await startSite({ port: 3793, databaseUrl: stage.connectionString, changes: unlimited })
const { rows: accounts } = await sql<{ id: number; handle: string }>`
  select id, handle from accounts order by id limit ${PEOPLE}`.execute(stage.db)
const people = await Promise.all(
  accounts.map(async ({ id, handle }) => ({
    handle,
    cookie: `sid=${await openSession(stage.db, { accountId: id, persistent: false, userAgent: null })}`,
  })),
)
let turn = 0

function mutation(document: string, variables: (mine: number, handle: string) => object): () => autocannon.Request {
  return () => {
    const mine = turn++
    const { handle = '', cookie = '' } = people[mine % people.length] ?? {}
    return call(site.origin, document, variables(mine, handle), cookie)
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
const rows: Row[] = [
  await compare('likes of posts far apart', like(far), () => bareLike(far(turn++))),
  await compare(
    'likes of one post',
    like(() => stage.posts),
    () => bareLike(stage.posts),
  ),
  await compare('new posts, every other with a position', newPost, barePost),
]
const wrong = await sql<{ count: number }>`
  select count(*) from post_stats s
  where like_count <> (select count(*) from likes l where l.post_id = s.post_id)`.execute(stage.db)
report('writes', `Writes over HTTP, ${CONNECTIONS} at once`, rows, [
  'Bare: the same number at once of a transaction that moves the counter and notifies, or inserts the rows of a post.',
  `Counters that differ from their rows afterwards: ${wrong.rows[0]?.count}.`,
])
await site.stop()
await stage.db.deleteFrom('posts').where('id', '>', stage.newest).execute()
await stage.close()

/** One row: ours, the control, and what each write of ours costs the database. */
async function compare(name: string, next: () => autocannon.Request, bare: () => Promise<unknown>): Promise<Row> {
  await load(next, 1)
  const before = await cost()
  const result = await load(next, SECONDS)
  // PostgreSQL updates the statistics of other connections about a second later.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const after = await cost()
  const done = result['2xx']
  if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} refused`)
  const control = await perSecond(bare)
  return {
    name,
    '/ s': round(done / result.duration),
    'bare / s': round(control),
    'p99 ms': round(result.latency.p99),
    'transactions each': round((after.transactions - before.transactions) / done),
    'WAL bytes each': round((after.bytes - before.bytes) / done),
  }
}

function load(next: () => autocannon.Request, seconds: number): Promise<autocannon.Result> {
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() })
  return autocannon({
    url: site.origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ ...next(), setupRequest }],
  })
}

async function cost(): Promise<{ transactions: number; bytes: number }> {
  const { rows } = await sql<{ transactions: number; bytes: number }>`
    select xact_commit as transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes
    from pg_stat_database where datname = current_database()`.execute(stage.db)
  return rows[0] ?? { transactions: 0, bytes: 0 }
}

function bareLike(post: number): Promise<void> {
  return stage.db.transaction().execute(async (tx) => {
    await sql`select pg_notify(${FEED_CHANNEL}, ${String(post)})`.execute(tx)
    await sql`update post_stats set like_count = like_count where post_id = ${post}`.execute(tx)
  })
}

async function barePost(): Promise<void> {
  await stage.db.transaction().execute(async (tx) => {
    await sql`with post as (insert into posts (account_id, title, contents) values (1, ${`평양냉면 ${turn++}`}, ${text})
        returning id),
      stats as (insert into post_stats (post_id) select id from post)
      insert into post_search (post_id, normal, grams) select id, ${text}, array['육수', '수가'] from post`.execute(tx)
  })
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (; performance.now() < until; done++) await work()
    }),
  )
  return done / SECONDS
}

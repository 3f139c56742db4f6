import { sql } from 'kysely'
import { FEED_CHANNEL } from '#server/db/listen.ts'
import { unlimited } from '#server/limits/rate-limits.ts'
import { type LikeContext, likePost } from '#server/posts/like-post.ts'
import { type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Likes per second through the server's code, on different posts and on a single one, compared with bare transactions.
 */
const SECONDS = 5
const WORKERS = 8

const stage = await openStage()
const { rows: accounts } = await sql<{ id: number; handle: string }>`
  select id, handle from accounts order by id limit 2000`.execute(stage.db)
let turn = 0

const rows: Row[] = []
for (const [name, postOf] of [
  ['posts far apart', () => 1 + ((turn * 7919) % stage.posts)],
  ['one post', () => stage.posts],
] as const) {
  const likes = await perSecond(() => like(postOf()))
  const bare = await perSecond(() => bareWrite(postOf(), false))
  const announced = await perSecond(() => bareWrite(postOf(), true))
  rows.push({
    'likes of': name,
    'likes / s': round(likes),
    'bare counter / s': round(bare),
    'bare counter and NOTIFY / s': round(announced),
    'bare / likes': round(bare / likes),
  })
}
const wrong = await sql<{ count: number }>`
  select count(*) from post_stats s
  where like_count <> (select count(*) from likes l where l.post_id = s.post_id)`.execute(stage.db)
report('likes', `Likes, ${WORKERS} at once`, rows, [
  'Bare: one transaction that moves the counter and does nothing else. fsync is on.',
  `Counters that differ from their rows afterwards: ${wrong.rows[0]?.count}.`,
])
await stage.close()

async function like(post: number): Promise<void> {
  const mine = turn++
  const account = accounts[mine % accounts.length]
  if (!account) throw new Error('no accounts')
  const session = { id: 0, accountId: account.id, handle: account.handle, restricted: false, persistent: false }
  const context: LikeContext = { db: stage.db, session, address: '127.0.0.1', rateLimits: unlimited }
  await likePost(context, {
    id: String(post),
    isLike: Math.floor(mine / accounts.length) % 2 === 0,
    jwt: account.handle,
  })
}

async function bareWrite(post: number, isAnnounced: boolean): Promise<void> {
  turn++
  await stage.db.transaction().execute(async (tx) => {
    if (isAnnounced) await sql`select pg_notify(${FEED_CHANNEL}, ${String(post)})`.execute(tx)
    await sql`update post_stats set like_count = like_count where post_id = ${post}`.execute(tx)
  })
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (; performance.now() < until; done++) await work()
    }),
  )
  return done / SECONDS
}

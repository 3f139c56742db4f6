import { sql } from 'kysely'
import type { QueryGetFollowedPostsArgs } from '#contract/schema.gen.ts'
import { hashToken, newToken } from '#server/accounts/sessions.ts'
import { loadNumbers } from '#server/authors/present-author.ts'
import type { OperationContext, Session } from '#server/context.ts'
import { withoutTimeLimits } from '#server/db/time-limits.ts'
import { createLog } from '#server/log.ts'
import { getFollowedPosts } from '#server/posts/lists/get-followed-posts.ts'
import { getPosts } from '#server/posts/lists/get-posts.ts'
import { getMapPosts } from '#server/posts/map/get-map-posts.ts'
import { Secrets } from '#server/secrets.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Milliseconds of what follows and blocks add, each beside a control: the posts of 500 followed members beside the latest
 * ones, lists for a reader with blocks beside those for everybody, and the look-up of a session beside the same without
 * blocks. Calls of the two alternate, so that a busy machine slows down both.
 */
const RUNS = 200
const FOLLOWED = 500
const BLOCKED = 50

const stage = await openStage()
const { db } = stage
const { rows: accounts } = await sql<{ id: number; handle: string }>`
  select id, handle from accounts order by id limit 2000`.execute(db)
const [reader] = accounts
if (!reader) throw new Error('the stage has no accounts')

await sql`delete from follows`.execute(db)
await sql`delete from blocks`.execute(db)
// Everybody follows 500 others.
await withoutTimeLimits(db, (connection) =>
  sql`insert into follows (account_id, author_id)
    select a.id, b.id from accounts a join accounts b on a.id <> b.id
    where abs(hashint8(a.id * 7919 + b.id)) % ${accounts.length}::int < ${FOLLOWED}::int`.execute(connection),
)
await sql`insert into blocks (account_id, author_id)
  select ${accounts[1]?.id}::bigint, id from accounts where id > ${accounts[1]?.id}::bigint order by id limit ${BLOCKED}`.execute(
  db,
)
await sql`vacuum analyze follows, blocks`.execute(db)
const token = newToken()
await sql`insert into sessions (account_id, token_hash, persistent) values (${reader.id}, ${hashToken(token)}, false)`.execute(
  db,
)

const contextOf = (session: Session | null) =>
  ({
    db,
    session,
    log: createLog('warn'),
    secrets: new Secrets('the secret of a bench that keeps nothing'),
    images: { urlOf: (key: string) => key },
    shown: new Set(),
  }) as unknown as OperationContext
const sessionOf = (account: { id: number; handle: string } | undefined, hasOwnView: boolean): Session => ({
  id: 0,
  accountId: account?.id ?? 0,
  handle: account?.handle ?? '',
  restricted: false,
  persistent: false,
  role: 'member',
  suspendedUntil: null,
  isPending: false,
  isNew: false,
  isVerified: true,
  hasOwnView,
})
const everybody = contextOf(null)
const follower = contextOf(sessionOf(reader, false))
const blocking = contextOf(sessionOf(accounts[1], true))

type Read = () => Promise<unknown>
type List = (args: QueryGetFollowedPostsArgs) => Promise<{ nextCursor: string | null }>

async function fifthPage(list: List): Promise<Read> {
  let cursor: string | null = null
  for (let page = 1; page < 5; page++) cursor = (await list({ cursor })).nextCursor
  return () => list({ cursor })
}

const followed: List = (args) => getFollowedPosts(follower, args)
const latest: List = (args) => getPosts(everybody, args)
const country = { south: 33, west: 124, north: 39, east: 132, zoom: 7 }
const lookUp = (withBlocks: boolean) => {
  const blocks = withBlocks
    ? sql`, exists (select from blocks where account_id = s.account_id)
        or exists (select from blocks where author_id = s.account_id) as has_own_view`
    : sql``
  return () =>
    sql`/* prepared */ select s.id, s.account_id, a.handle, s.restricted, s.persistent ${blocks}
      from sessions s join accounts a on a.id = s.account_id where s.token_hash = ${hashToken(token)}`.execute(db)
}

const pairs: [string, Read, Read][] = [
  [`posts of ${FOLLOWED} followed / latest`, () => followed({}), () => latest({})],
  ['the same, page 5', await fifthPage(followed), await fifthPage(latest)],
  ['the same, open now / latest open now', () => followed({ open: true }), () => latest({ open: true })],
  ['the same, of a kind that no post has', () => followed({ kind: ['korean'] }), () => latest({ kind: ['korean'] })],
  [`latest with ${BLOCKED} blocks / without`, () => getPosts(blocking, {}), () => latest({})],
  [
    'popular, the same',
    () => getPosts(blocking, { filter: 'popular' }),
    () => getPosts(everybody, { filter: 'popular' }),
  ],
  ['map of the country, the same', () => getMapPosts(blocking, country), () => getMapPosts(everybody, country)],
  ['session with the question for blocks / without', lookUp(true), lookUp(false)],
  ['numbers of an author / latest', () => loadNumbers({ db, session: null }, [reader.id]), () => latest({})],
]

const rows: Row[] = []
for (const [name, ours, control] of pairs) {
  const times: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    for (const [index, read] of [ours, control].entries()) {
      const start = performance.now()
      await read()
      times[index]?.push(performance.now() - start)
    }
  }
  const [p50, p95, base] = [quantile(times[0], 0.5), quantile(times[0], 0.95), quantile(times[1], 0.5)]
  rows.push({
    what: name,
    'p50 ms': round(p50),
    'p95 ms': round(p95),
    'control p50 ms': round(base),
    ratio: round(p50 / base),
  })
}
const { rows: counted } = await sql<{ follows: number }>`select count(*) as follows from follows`.execute(db)
await sql`delete from sessions where token_hash = ${hashToken(token)}`.execute(db)
report(
  'people',
  `Follows and blocks among ${stage.posts.toLocaleString('en')} posts and ${counted[0]?.follows.toLocaleString('en')} follows`,
  rows,
)
await stage.close()

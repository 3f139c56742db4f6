import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { sitePaths } from '#rules/paths.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { unlimited } from '#tests/unlimited.ts'
import { type ServerProcess, startSite } from '../server-process.ts'
import { fillDatabase, type Stage } from '../stage.ts'
import { ASKING_ACCOUNTS, seedActivity } from './seed-people.ts'

/** Posts of the member whose own posts are read, at every size. */
const OWN_POSTS = 500
/** How many places the requests alternate between, and about how many posts each has. */
const [PLACES, POSTS_OF_PLACE] = [8, 5]
/** Ids of each kind that requests alternate between. */
const SAMPLES = 200
const WRITTEN = ['posts', 'post_stats', 'post_search', 'likes', 'comments', 'collection_entries', 'notifications']
const STATISTICS_MS = 1100
const PINGS = 40

/** A signed-in member; `cookie` is the header of their session. */
export type Member = Readonly<{ handle: string; cookie: string }>

/** A site with that many posts, and what requests of it need. */
export type SizedSite = Readonly<{
  posts: number
  db: Database
  site: ServerProcess
  /** Different people; the first has written `OWN_POSTS` of the posts. */
  members: readonly Member[]
  /** Posts, evenly spread from the oldest to the newest. */
  ids: readonly number[]
  positions: readonly { lat: number; lng: number }[]
  /** Places with about five posts. */
  venues: readonly number[]
  /** Posts of these places, which have about as many other posts at every size. */
  ofVenues: readonly number[]
  /** Blocks that the database has read so far, from memory or from disk. */
  buffers(): Promise<number>
  /** Ends the site, and removes what was added. */
  close(): Promise<void>
}>

/**
 * A site on a database of that many posts in the stage's PostgreSQL, made and filled when it is missing. It runs as in
 * production, but one network and one member may write as often as the bench does.
 */
export async function openSizedSite(stage: Stage, posts: number, port: number): Promise<SizedSite> {
  const url = posts === stage.posts ? stage.connectionString : await siblingOf(stage, posts)
  const { db } = connect(url, 4)
  if (posts !== stage.posts) await fillDatabase(db, url, posts)
  await seedActivity(db, posts)
  await giveOwnPosts(db)
  const { newest } = await db
    .selectFrom('posts')
    .select((row) => row.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  const newestComment = await newestOf(db, 'comments')
  const newestCollection = await newestOf(db, 'collections')
  const site = await startSite({ port, databaseUrl: url, changes: unlimited })
  const venues = await sql<{ id: number }>`
    select venue_id::float8 as id from venue_posts group by venue_id
    order by abs(count(*) - ${sql.lit(POSTS_OF_PLACE)}), venue_id limit ${sql.lit(PLACES)}`.execute(db)
  const venueIds = venues.rows.map(({ id }) => id)
  const ofVenues = await sql<{ id: number }>`
    select post_id::float8 as id from venue_posts where venue_id = any(${venueIds}::bigint[])
    order by hashint8(post_id)`.execute(db)
  const placed = await sql<{ id: number; lat: number; lng: number }>`
    select p.id::float8 as id, p.lat, p.lng from generate_series(1, ${sql.lit(SAMPLES)}) n
    join posts p on p.id = n * ${Math.floor(posts / SAMPLES)}::bigint order by hashint8(n)`.execute(db)
  return {
    posts,
    db,
    site,
    members: await openMembers(db),
    ids: placed.rows.map(({ id }) => id),
    positions: placed.rows,
    venues: venueIds,
    ofVenues: ofVenues.rows.map(({ id }) => id),
    buffers: () => buffersOf(db, site.origin),
    close: async () => {
      await site.stop()
      await withoutTimeLimits(db, async (connection) => {
        await connection.deleteFrom('posts').where('id', '>', newest).execute()
        await connection.deleteFrom('comments').where('id', '>', newestComment).execute()
        await connection.deleteFrom('collections').where('id', '>', newestCollection).execute()
        await connection.deleteFrom('collection_entries').where('note', '=', '').execute()
        await connection.deleteFrom('blocks').execute()
        await sql`update notifications set is_read = id % 10 <> 0 where account_id <= ${sql.lit(ASKING_ACCOUNTS)}`.execute(
          connection,
        )
        for (const table of WRITTEN) await sql`vacuum ${sql.table(table)}`.execute(connection)
      })
      await db.destroy()
    },
  }
}

async function newestOf(db: Database, table: 'comments' | 'collections'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 0
}

async function siblingOf({ db, connectionString }: Stage, posts: number): Promise<string> {
  const name = `matnanum_${posts}`
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db)
  if (rows.length === 0) await sql`create database ${sql.table(name)}`.execute(db)
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

async function giveOwnPosts(db: Database): Promise<void> {
  const { numAffectedRows } = await sql`update posts set account_id = 1
    where id in (select n * (select max(id) from posts) / ${OWN_POSTS}::bigint from generate_series(1, ${OWN_POSTS}::bigint) n)
      and (select count(*) from posts where account_id = 1) < ${OWN_POSTS}::bigint * 0.9`.execute(db)
  if (numAffectedRows) await withoutTimeLimits(db, (connection) => sql`vacuum analyze posts`.execute(connection))
}

/**
 * PostgreSQL's processes add what they have read to the database's sum at the end of a transaction, once a second: each of
 * the site's connections gets one after that time.
 */
async function buffersOf(db: Database, origin: string): Promise<number> {
  await wait(STATISTICS_MS)
  await Promise.all(
    Array.from({ length: PINGS }, () => fetch(`${origin}${sitePaths.readyz}`).then((reply) => reply.text())),
  )
  const { rows } = await sql<{ blocks: number }>`
    select (blks_hit + blks_read)::float8 as blocks from pg_stat_database where datname = current_database()`.execute(
    db,
  )
  return rows[0]?.blocks ?? 0
}

/** Sessions of earlier runs are removed, so that there are as many at each size. */
async function openMembers(db: Database): Promise<Member[]> {
  await db.deleteFrom('sessions').execute()
  const { rows } = await sql<{ id: number; handle: string }>`
    select id, handle from accounts order by id limit ${ASKING_ACCOUNTS}`.execute(db)
  return Promise.all(
    rows.map(async ({ id, handle }) => ({
      handle,
      cookie: `sid=${await openSession(db, { accountId: id, persistent: false, userAgent: null })}`,
    })),
  )
}

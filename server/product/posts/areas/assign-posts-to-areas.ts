import { sql } from 'kysely'
import type { PostInput } from '#rules/post.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { isBundleLoading, mayBundleBeLoading } from '../../places/bundle/start-bundle.ts'
import { joinVenue, lockVenueNames } from '../venues/venue-of-post.ts'
import { writeLists } from '../writing/write-lists.ts'
import type { PostToLocate } from './locate-posts.ts'
import { rankWeeklyPosts } from './rank-week.ts'
import { areaVersion, syncAreas } from './sync-areas.ts'

const BATCH = 100

const TURN = 2000

type Fill = { version: string; next_id: number }
type OldPost = PostToLocate & Pick<PostInput, 'title' | 'place_name'> & { has_venue: boolean }

const PROGRESS_INTERVAL = 20_000

type Log = { info(details: object, message: string): void }

/** Assigns older posts to areas for some seconds; call it again until it returns true. New posts are assigned when they are written. */
export async function assignPostsToAreas(db: Database, log?: Log): Promise<boolean> {
  const version = await areaVersion(db)
  const isOld = (await currentFill(db))?.version !== version
  if (isOld) {
    // A busy machine may exceed a request's time limit for all areas of the country.
    await withoutTimeLimits(db, (connection) => connection.transaction().execute((tx) => beginFill(tx, version)))
    const posts = await leftToFill(db)
    if (posts > 0) log?.info({ posts }, 'assigning posts to areas')
  }
  const before = await leftToFill(db)
  const until = performance.now() + TURN
  let isDone = false
  while (!isDone && performance.now() < until) {
    isDone = await db.transaction().execute((tx) => fillBatch(tx, version))
  }
  const posts = await leftToFill(db)
  if (isOld || before > 0) changesOf(db).announce(null)
  if (isDone && before > 0) {
    log?.info({}, 'all posts are assigned to areas')
    await rankWeeklyPosts(db)
  } else if (Math.floor(before / PROGRESS_INTERVAL) > Math.floor(posts / PROGRESS_INTERVAL))
    log?.info({ posts }, 'assigning posts to areas; those up to this id are left')
  return isDone
}

/** Highest id among the posts still to be assigned; 0 if none is. */
async function leftToFill(db: Database): Promise<number> {
  return (await currentFill(db))?.next_id ?? 0
}

/** Whether a fresh site is still building its areas, so that an unknown area may exist soon. */
export async function areAreasBeingBuilt(context: Pick<OperationContext, 'db' | 'config'>): Promise<boolean> {
  if (!mayBundleBeLoading(context)) return false
  return (
    (await isBundleLoading(context)) || (await currentFill(context.db))?.version !== (await areaVersion(context.db))
  )
}

async function currentFill(db: Queryable): Promise<Fill | undefined> {
  const { rows } = await sql<Fill>`select version, next_id from area_fills`.execute(db)
  return rows[0]
}

async function beginFill(tx: Queryable, version: string): Promise<void> {
  // Only one of several instances builds the areas; the others wait here and find them built.
  await sql`lock table area_fills in exclusive mode`.execute(tx)
  if ((await currentFill(tx))?.version === version) return
  await syncAreas(tx)
  await sql`insert into area_fills (version, next_id) select ${version}, coalesce(max(id), 0) from posts
    on conflict (single) do update set version = excluded.version, next_id = excluded.next_id`.execute(tx)
}

async function fillBatch(tx: Queryable, version: string): Promise<boolean> {
  const { rows } = await sql<Fill>`select version, next_id from area_fills for update`.execute(tx)
  const [fill] = rows
  if (!fill || fill.version !== version || fill.next_id === 0) return true
  // Locks the posts against edits, in the same order as the deletion of an account, which avoids deadlocks.
  const { rows: posts } = await sql<OldPost>`
    select id, title, place_name, address, lat, lng,
      exists (select from venue_posts v where v.post_id = posts.id) as has_venue
    from posts where id in (
      select id from posts where id <= ${fill.next_id} order by id desc limit ${sql.lit(BATCH)}
    ) order by id for no key update`.execute(tx)
  await writeLists(tx, posts)
  const joining = posts.filter(({ has_venue }) => !has_venue)
  await lockVenueNames(tx, joining)
  for (const post of joining) await joinVenue(tx, post.id, post)
  const [oldest] = posts
  const next = oldest ? oldest.id - 1 : 0
  await sql`update area_fills set next_id = ${next}`.execute(tx)
  return next === 0
}

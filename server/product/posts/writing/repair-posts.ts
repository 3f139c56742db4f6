import { sql } from 'kysely'
import { postColumns } from '#rules/post.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { normalTextOf, type SearchedPost, searchTextOf } from '../../search/search-text.ts'
import { findSmallestAreas } from '../areas/locate-posts.ts'
import { changeVenue, lockMarks, venuePlaceOf } from '../venues/venue-of-post.ts'
import { writeLists } from './write-lists.ts'

const BATCH = 1000

const TURN_MS = 2000

type Post = Readonly<{ id: number } & SearchedPost>

type Checked = Post &
  Readonly<{
    normal: string | null
    is_listed: boolean
    is_wrong: boolean
    leaf: number | null
    /** Whether it has no area, or lies outside its area. */
    is_astray: boolean
    name_key: string | null
    address_key: string | null
  }>

/** `before` is the id below which the next run continues, null when all posts are done; `mended` the number of repaired posts. */
export type Repaired = Readonly<{ before: number | null; mended: number }>

/**
 * Repairs rows of lists, search, areas and places that are missing or wrong because an older release, running beside a newer one,
 * wrote the post; also search texts that lack fields. Goes from the newest post to older ones.
 */
export async function repairPosts(db: Database, from: number | null): Promise<Repaired> {
  const until = performance.now() + TURN_MS
  let before = from
  let mended = 0
  do {
    const posts = await loadBatch(db, before)
    const wrong = await findWrong(db, posts)
    for (const id of wrong) await db.transaction().execute((tx) => repair(tx, id))
    mended += wrong.length
    before = posts.length < BATCH ? null : (posts.at(-1)?.id ?? null)
  } while (before !== null && performance.now() < until)
  return { before, mended }
}

async function loadBatch(db: Database, before: number | null): Promise<Checked[]> {
  const { rows } = await sql<Checked>`
    select p.id, ${sql.join(postColumns.map((column) => sql.ref(`p.${column}`)))}, w.normal, v.name_key, own.address_key, a.leaf,
      l.id is not null as is_listed,
      s.post_id is null or (s.open_hours, s.facts) is distinct from (l.open_hours, l.facts)
        or coalesce(m.position <> l.position, (m.position is null) <> (l.position is null))
        or (m.position is not null and (m.open_hours, m.facts) is distinct from (l.open_hours, l.facts)) as is_wrong,
      (a.leaf is null and (p.lat is not null or p.address is not null)) or not a.is_around as is_astray
    from (
      select * from posts where ${before}::bigint is null or id < ${before} order by id desc limit ${sql.lit(BATCH)}
    ) p
    left join listed_posts l on l.id = p.id
    left join post_stats s on s.post_id = p.id
    left join post_search w on w.post_id = p.id
    left join post_positions m on m.post_id = p.id
    left join venue_posts own on own.post_id = p.id
    left join venues v on v.id = own.venue_id
    left join lateral (
      select (array_agg(area.id order by cardinality(area.path) desc))[1] as leaf,
        bool_and(coalesce(area.reach @> m.position, true)) as is_around
      from post_areas o join areas area on area.id = o.area_id where o.post_id = p.id
    ) a on true
    order by p.id desc`.execute(db)
  return rows
}

async function findWrong(db: Database, batch: readonly Checked[]): Promise<number[]> {
  const posts = batch.filter(({ is_listed }) => is_listed)
  const astray = posts.filter(({ is_astray }) => is_astray)
  const leaves = await findSmallestAreas(db, astray)
  const isWrong = (post: Checked) =>
    post.is_wrong ||
    post.normal !== normalTextOf(post) ||
    hasWrongVenue(post) ||
    (post.is_astray && (leaves.get(post.id) ?? null) !== post.leaf)
  return posts.filter(isWrong).map(({ id }) => id)
}

function hasWrongVenue({ name_key, address_key, ...post }: Checked): boolean {
  const place = venuePlaceOf(post)
  return (place?.nameKey ?? null) !== name_key || (place?.addressKey ?? null) !== address_key
}

async function repair(tx: Queryable, id: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select(['id', ...postColumns])
    .where('id', '=', id)
    .where('hidden', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!post) return
  await lockMarks(tx, [id])
  const search = searchTextOf(post)
  await tx
    .insertInto('post_search')
    .values({ post_id: id, ...search })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet(search).where('post_search.normal', '<>', search.normal),
    )
    .execute()
  await writeLists(tx, [post])
  await changeVenue(tx, id, post)
}

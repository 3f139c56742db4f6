import { sql } from 'kysely'
import type { AreaName } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { arrayOf, prepared } from '../db/prepared.ts'
import { areaName, pathOfAddress } from '../places/address.ts'

/** Handles in `likeUsers` (P24a). */
const MAX_LIKE_USERS = 100

type Viewer = Pick<OperationContext, 'db' | 'session'>

/** For each post: the viewer's handle if they like it, then those of the most recent others, 100 at most. */
export function loadLikeUsers({ db, session }: Viewer, postIds: readonly string[]): Promise<string[][]> {
  const viewer = session?.accountId ?? null
  return loadLikeUsersFor(
    db,
    postIds.map((postId) => ({ postId, viewer })),
  )
}

type OfPost = { id: string; own: string | null; recent: string[] | null }

/** The same for posts that each have a viewer of their own; what a post's viewers share is read once. */
export async function loadLikeUsersFor(
  db: Queryable,
  wanted: readonly { postId: string; viewer: number | null }[],
): Promise<string[][]> {
  const { rows } = await sql<OfPost>`${prepared}
    select wanted.id::text, (
      select a.handle from likes l join accounts a on a.id = l.account_id
      where l.post_id = wanted.id and l.account_id = wanted.viewer
    ) as own, case when wanted.is_first then array(
      select a.handle
      from (select account_id, created_at from likes where post_id = wanted.id
        order by created_at desc limit ${MAX_LIKE_USERS} + 1) l
      join accounts a on a.id = l.account_id
      order by l.created_at desc
    ) end as recent
    from (
      select *, row_number() over (partition by id order by place) = 1 as is_first
      from unnest(${wanted.map(({ postId }) => postId)}::bigint[], ${wanted.map(({ viewer }) => viewer)}::bigint[])
        with ordinality as w (id, viewer, place)
    ) wanted
    order by wanted.place`.execute(db)
  const recent = new Map(rows.flatMap((row) => (row.recent ? [[row.id, row.recent] as const] : [])))
  return rows.map(({ id, own }) => {
    const others = (recent.get(id) ?? []).filter((handle) => handle !== own)
    return [...(own === null ? [] : [own]), ...others].slice(0, MAX_LIKE_USERS)
  })
}

/** For each post whether the viewer likes it; without a viewer there is no query. */
export async function loadLiked({ db, session }: Viewer, postIds: readonly string[]): Promise<boolean[]> {
  if (!session) return postIds.map(() => false)
  const { rows } = await sql<{ post_id: number }>`${prepared}
    select post_id from likes where account_id = ${session.accountId} and post_id = any(${postIds}::bigint[])`.execute(
    db,
  )
  const liked = new Set(rows.map((row) => String(row.post_id)))
  return postIds.map((id) => liked.has(id))
}

/** For each post the id of its place, or null. */
export async function loadVenues(db: Queryable, postIds: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ post_id: number; venue_id: number }>`${prepared}
    select post_id, venue_id from venue_posts where post_id = any(${arrayOf('bigint', postIds)})`.execute(db)
  const venues = new Map(rows.map(({ post_id, venue_id }) => [String(post_id), String(venue_id)]))
  return postIds.map((id) => venues.get(id) ?? null)
}

/** For each post the areas that it lies in, the largest first. */
export async function loadAreas(db: Queryable, postIds: readonly string[]): Promise<AreaName[][]> {
  const { rows } = await sql<{ post_id: number; address: string }>`
    select p.post_id, a.address from post_areas p join areas a on a.id = p.area_id
    where p.post_id = any(${postIds}::bigint[]) order by cardinality(a.path)`.execute(db)
  const areas = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) =>
    (areas.get(id) ?? []).map(({ address }) => ({ name: areaName(address), path: pathOfAddress(address) })),
  )
}

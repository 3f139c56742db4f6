import { type RawBuilder, sql } from 'kysely'
import type { PostImage } from '#contract/schema.gen.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { type ImageInfoRow, imageInfo } from '../../platform/pictures/picture.ts'
import { isSeenBy, type Reader } from '../authors/visibility.ts'
import { pathOfAddress, shortAreaName } from '../places/address.ts'
import type { Place } from './present-post.ts'

const MAX_LIKE_USERS = 100

type Viewer = Pick<OperationContext, 'db' | 'session'>

type OfPost = { own: string | null; recent: string[] }

/** For each post the handles of members who like it: the reader's own first, then the most recent ones. */
export async function loadLikeUsers({ db, session }: Viewer, postIds: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<OfPost>`${prepared}
    select (
      select a.handle from likes l join accounts a on a.id = l.account_id
      where l.post_id = wanted.id and l.account_id = ${session?.accountId ?? null}
    ) as own, array(
      select a.handle
      from (select account_id, created_at from likes where post_id = wanted.id
        order by created_at desc limit ${MAX_LIKE_USERS} + 1) l
      join accounts a on a.id = l.account_id
      where not a.hidden and ${isSeenBy(session, sql`a.id`)}
      order by l.created_at desc
    ) as recent
    from unnest(${postIds}::bigint[]) with ordinality as wanted (id, place)
    order by wanted.place`.execute(db)
  return rows.map(({ own, recent }) => {
    const others = recent.filter((handle) => handle !== own)
    return [...(own === null ? [] : [own]), ...others].slice(0, MAX_LIKE_USERS)
  })
}

/** For each post, whether the reader likes it. */
export async function loadLiked({ db, session }: Viewer, postIds: readonly string[]): Promise<boolean[]> {
  if (!session) return postIds.map(() => false)
  const { rows } = await sql<{ post_id: number }>`${prepared}
    select post_id from likes where account_id = ${session.accountId} and post_id = any(${postIds}::bigint[])`.execute(
    db,
  )
  const liked = new Set(rows.map((row) => String(row.post_id)))
  return postIds.map((id) => liked.has(id))
}

type ImageRow = { post_id: number; url: string | null; key: string | null } & ImageInfoRow

export async function loadImages(
  { db, images }: Pick<OperationContext, 'db' | 'images'>,
  postIds: readonly string[],
): Promise<PostImage[][]> {
  const { rows } = await sql<ImageRow>`${prepared}
    select u.post_id, u.url, i.key, i.width as image_width, i.height as image_height, i.placeholder as image_placeholder
    from image_uses u left join images i on i.id = u.image_id
    where u.post_id = any(${arrayOf('bigint', postIds)}) order by u.post_id, u.position`.execute(db)
  const ofPost = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) =>
    (ofPost.get(id) ?? []).map((row) => ({
      url: images.urlOf(row.key, row.url) ?? '',
      info: imageInfo(row),
    })),
  )
}

export type PlaceRow = { venue_id: number | null; areas: string[] }

/** SQL columns of a `PlaceRow` for the post with this id. */
export function placeColumns(post: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select v.venue_id from venue_posts v where v.post_id = ${post}) as venue_id,
    array(
      select a.address from post_areas p join areas a on a.id = p.area_id
      where p.post_id = ${post} order by cardinality(a.path)
    ) as areas`
}

export async function loadPlaces(db: Queryable, postIds: readonly string[]): Promise<Place[]> {
  const { rows } = await sql<PlaceRow>`${prepared}
    select ${placeColumns(sql`wanted.id`)}
    from unnest(${arrayOf('bigint', postIds)}) with ordinality as wanted (id, nth)
    order by wanted.nth`.execute(db)
  return rows.map(presentPlace)
}

export function presentPlace({ venue_id, areas }: PlaceRow): Place {
  return {
    id: venue_id === null ? null : String(venue_id),
    areas: areas.map((address) => ({ name: shortAreaName(address), path: pathOfAddress(address) })),
  }
}

const MOST_BEEN = 10_000

/**
 * SQL of the number of members who marked a place as visited ('다녀왔어요'), without those hidden from the reader.
 * @param venue SQL of the place's id
 */
export function visitorCountSql(reader: Reader, venue: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from (
      select from saves s join accounts a on a.id = s.account_id
      where s.venue_id = ${venue} and s.list = 'been' and not a.hidden and ${isSeenBy(reader, sql`a.id`)}
      limit ${sql.lit(MOST_BEEN)}
    ) been)`
}

/** For each place, the number of members who marked it as visited. */
export async function loadBeenCounts({ db, session }: Viewer, venueIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select ${visitorCountSql(session, sql`wanted.id`)} as count
    from unnest(${arrayOf('bigint', venueIds)}) with ordinality as wanted (id, nth) order by wanted.nth`.execute(db)
  return rows.map(({ count }) => count)
}

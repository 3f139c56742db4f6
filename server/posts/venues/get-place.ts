import { type RawBuilder, sql } from 'kysely'
import type { Place, PlacePhoto, QueryGetPlaceArgs } from '#contract/schema.gen.ts'
import { isSeenBy } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { AppError, requireId } from '../../errors.ts'
import { EXACT_COUNT } from '../lists/list-counts.ts'
import { loadPlaces } from '../post-loaders.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'

/** If the newest post lacks hours, address or pictures, an older one may have them. */
const NEWEST = 100
const MAX_PHOTOS = 12

/** A place as its newest posts show it. @throws {AppError} NOT_FOUND if no post is about it (any more) */
export async function getPlace(context: OperationContext, args: QueryGetPlaceArgs): Promise<Place> {
  const id = requireId(args.id)
  const isSeen = isSeenBy(context.session, sql`(select w.account_id from posts w where w.id = v.post_id)`)
  const [{ rows }, totals] = await Promise.all([
    sql<PostRow>`${selectPosts}
      join (
        select post_id from venue_posts v where venue_id = ${id} and ${isSeen} order by post_id desc limit ${sql.lit(NEWEST)}
      ) newest on newest.post_id = p.id
      order by p.id desc`.execute(context.db),
    totalsOf(context.db, id, isSeen),
  ])
  const posts = rows.map((row) => presentPost(context, row))
  const [newest] = posts
  if (!newest) throw new AppError('NOT_FOUND')
  const placed = posts.find(({ lat }) => lat !== null)
  const open = posts.find(({ start_time, end_time }) => start_time !== null && end_time !== null)
  const addressed = posts.find(({ address }) => address !== null)
  const [place] = await loadPlaces(context.db, [(placed ?? addressed ?? newest).id])
  return {
    id: String(id),
    name: newest.place_name ?? newest.title,
    address: addressed?.address ?? null,
    lat: placed?.lat ?? null,
    lng: placed?.lng ?? null,
    areas: place?.areas ?? [],
    start_time: open?.start_time ?? null,
    end_time: open?.end_time ?? null,
    closed_on: open?.closed_on ?? [],
    ...totals,
    photos: posts.flatMap(photoOf).slice(0, MAX_PHOTOS),
  }
}

async function totalsOf(
  db: Queryable,
  id: number,
  isSeen: RawBuilder<boolean>,
): Promise<{ count: number; like: number }> {
  const { rows } = await sql<{ count: number; like: number }>`${prepared}
    select count(*) as count, coalesce(sum(s.like_count), 0)::float8 as like from (
      select post_id from venue_posts v where venue_id = ${id} and ${isSeen} order by post_id desc limit ${sql.lit(EXACT_COUNT)}
    ) counted join post_stats s using (post_id)`.execute(db)
  return rows[0] ?? { count: 0, like: 0 }
}

function photoOf({ id, title, image, image_info }: PresentedPost): PlacePhoto[] {
  return image ? [{ post: id, title, image, image_info: image_info ?? null }] : []
}

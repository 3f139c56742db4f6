import { type RawBuilder, sql } from 'kysely'
import type { Place, QueryGetPlaceArgs } from '#contract/schema.gen.ts'
import { isShownTo } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { AppError, requireId } from '../../errors.ts'
import { EXACT_COUNT } from '../lists/list-counts.ts'
import { loadPlaces } from '../post-loaders.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { readPlaceFacts } from './place-facts.ts'

/** If the newest post lacks an address or a position, an older one may have them. */
const NEWEST = 100

/** Without the fields that are loaded only when requested. */
export type PresentedPlace = Omit<Place, 'photos' | 'comments' | 'been_count'>

/** A place as its posts show it. @throws {AppError} NOT_FOUND if no post is about it (any more) */
export async function getPlace(context: OperationContext, args: QueryGetPlaceArgs): Promise<PresentedPlace> {
  const id = requireId(args.id)
  const isSeen = sql<boolean>`exists (select from posts w where w.id = v.post_id and ${isShownTo(context.session, 'post', 'w')})`
  const [{ rows }, totals, facts] = await Promise.all([
    sql<PostRow>`${selectPosts}
      join (
        select post_id from venue_posts v where venue_id = ${id} and ${isSeen} order by post_id desc limit ${sql.lit(NEWEST)}
      ) newest on newest.post_id = p.id
      order by p.id desc`.execute(context.db),
    totalsOf(context.db, id, isSeen),
    readPlaceFacts(context.db, id, isSeen),
  ])
  const posts = rows.map((row) => presentPost(context, row))
  const [newest] = posts
  if (!newest) throw new AppError('NOT_FOUND')
  const placed = posts.find(({ lat }) => lat !== null)
  const { hours, price, kinds, dishes } = facts
  const addressed = posts.find(({ address }) => address !== null)
  const [place] = await loadPlaces(context.db, [(placed ?? addressed ?? newest).id])
  return {
    id: String(id),
    name: newest.place_name ?? newest.title,
    address: addressed?.address ?? null,
    lat: placed?.lat ?? null,
    lng: placed?.lng ?? null,
    areas: place?.areas ?? [],
    start_time: hours?.start_time ?? null,
    end_time: hours?.end_time ?? null,
    hours_count: hours?.count ?? 0,
    closed_on: hours?.closed_on ?? [],
    price: price?.price ?? null,
    price_count: price?.count ?? 0,
    kinds,
    dishes,
    ...totals,
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

import { type RawBuilder, sql } from 'kysely'
import type { QueryGetPlacePostsArgs } from '#contract/schema.gen.ts'
import { samePlace } from '#rules/places.ts'
import { isReadableBy, isShownTo } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import { AppError, requireId } from '../../errors.ts'
import { DEGREE_METRES, squaredDegrees } from '../../places/find-post-places.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'

const MAX_POSTS = 5

const MAX_VENUE_POSTS = 500

/** So many posts around it with the same name or address are compared, and as many without a position. */
const MAX_SAME = 100

/** Those at its latitude that are read for the ones around it. */
const MAX_BESIDE = 2000

type Place = { address: string | null; place_key: string | null; lat: number | null; lng: number | null }

/** Other posts with the name or address near by, the most liked first. @throws {AppError} NOT_FOUND */
export async function getPlacePosts(context: OperationContext, args: QueryGetPlacePostsArgs): Promise<PresentedPost[]> {
  const id = requireId(args.id)
  const place = await context.db
    .selectFrom('posts')
    .modifyFront(prepared)
    .select(['address', 'place_key', 'lat', 'lng'])
    .where('id', '=', id)
    .where(isReadableBy(context.session, 'post', 'posts'))
    .executeTakeFirst()
  if (!place) throw new AppError('NOT_FOUND')
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where p.id in (
      select page_s.post_id from post_stats page_s join posts page_p on page_p.id = page_s.post_id
      where page_s.post_id = any(array(
        ${sameSql(id, place, 'address')} union ${sameSql(id, place, 'place_key')} union ${sameVenueSql(id)}
      ))
        and ${isShownTo(context.session, 'post', 'page_p')}
      order by page_s.like_count desc, page_s.post_id desc limit ${sql.lit(MAX_POSTS)}
    )
    order by s.like_count desc, s.post_id desc`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

// Read from an index alone: those around the place, and the newest without a position. For a place without a position
// these come first, then all others.
function sameSql(id: number, place: Place, column: 'address' | 'place_key'): RawBuilder<unknown> {
  const { lat, lng } = place
  const first = (condition: RawBuilder<unknown>, most: number) => sql`(
    select id, lat, lng from posts where ${sql.ref(column)} = ${place[column]} and id <> ${id} and ${condition}
    order by lat desc nulls first, id desc limit ${sql.lit(most)})`
  if (lat === null || lng === null) return sql`(select id from ${first(sql`true`, MAX_SAME)} same)`
  const reach = (column === 'address' ? samePlace.relatedAddress : samePlace.relatedName) / DEGREE_METRES
  const beside = first(sql`lat between ${lat - reach} and ${lat + reach}`, MAX_BESIDE)
  return sql`(
    select id from ${beside} beside where ${squaredDegrees({ lat, lng })} <= ${reach ** 2} limit ${sql.lit(MAX_SAME)}
  ) union (select id from ${first(sql`lat is null`, MAX_SAME)} unplaced)`
}

function sameVenueSql(id: number): RawBuilder<unknown> {
  return sql`(
    select post_id from venue_posts
    where venue_id = (select venue_id from venue_posts where post_id = ${id}) and post_id <> ${id}
    order by post_id desc limit ${sql.lit(MAX_VENUE_POSTS)})`
}

import { type RawBuilder, sql } from 'kysely'
import type { QueryGetPlacePostsArgs } from '#contract/schema.gen.ts'
import { samePlace } from '#rules/places.ts'
import type { OperationContext } from '../context.ts'
import { AppError, requireId } from '../errors.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from './present-post.ts'

const MAX_POSTS = 5

/** Of a place with more posts, the newest are compared. */
const MAX_VENUE_POSTS = 500

/** The same with the same name or address elsewhere: the name of a chain may be on every tenth post. */
const MAX_NAMESAKES = 50

type Place = { address: string | null; place_key: string | null; lat: number | null; lng: number | null }

/**
 * Other posts of the same place, most liked first: with the same place name (regardless of spaces and case) or address,
 * and near if both positions are known.
 * @throws {AppError} NOT_FOUND
 */
export async function getPlacePosts(context: OperationContext, args: QueryGetPlacePostsArgs): Promise<PresentedPost[]> {
  const id = requireId(args.id)
  const place = await context.db
    .selectFrom('posts')
    .select(['address', 'place_key', 'lat', 'lng'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!place) throw new AppError('NOT_FOUND')
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where p.id in (
      select page_s.post_id from post_stats page_s
      where page_s.post_id in (
        ${sameSql(id, place, 'address')} union ${sameSql(id, place, 'place_key')} union ${sameVenueSql(id)}
      )
      order by page_s.like_count desc, page_s.post_id desc limit ${sql.lit(MAX_POSTS)}
    )
    order by s.like_count desc, s.post_id desc`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

function sameSql(id: number, place: Place, column: 'address' | 'place_key'): RawBuilder<unknown> {
  const reach = column === 'address' ? samePlace.relatedAddress : samePlace.relatedName
  return sql`(
    select id from (
      select id, lat, lng from posts where ${sql.ref(column)} = ${place[column]} and id <> ${id}
      order by id desc limit ${sql.lit(MAX_NAMESAKES)}
    ) same where lat is null or ${isNear(place, reach)})`
}

/** The newest posts of the place's own page. */
function sameVenueSql(id: number): RawBuilder<unknown> {
  return sql`(
    select post_id from venue_posts
    where venue_id = (select venue_id from venue_posts where post_id = ${id}) and post_id <> ${id}
    order by post_id desc limit ${sql.lit(MAX_VENUE_POSTS)})`
}

/** Degrees of the map cover less distance towards the pole; at such distances the earth counts as flat. */
function isNear({ lat, lng }: Place, metres: number): RawBuilder<boolean> {
  if (lat === null || lng === null) return sql`true`
  const degree = 111_320 * Math.cos((lat * Math.PI) / 180)
  return sql`(map_point(lat, lng) <-> map_point(${lat}, ${lng})) <= ${metres / degree}`
}

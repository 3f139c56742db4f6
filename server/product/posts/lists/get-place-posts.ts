import { type RawBuilder, sql } from 'kysely'
import type { QueryGetPlacePostsArgs } from '#contract/schema.gen.ts'
import { samePlaceMetres } from '#rules/places.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { AppError, requireId } from '../../../platform/errors.ts'
import { isShownTo, isShownToModeratorsToo } from '../../authors/visibility.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'
import { placeListNames } from '../post-names.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'

const MAX_POSTS = 5

const MAX_VENUE_POSTS = 500

/** Limit of near posts with the same name or address, and of those without a position. */
const MAX_SAME = 100

/** Limit of posts at the same latitude that are read to find near ones. */
const MAX_BESIDE = 2000

/** Other posts about the place of a post, or near it with the same name or address; the most liked first. @throws {AppError} NOT_FOUND */
export async function getPlacePosts(context: OperationContext, args: QueryGetPlacePostsArgs): Promise<PresentedPost[]> {
  const id = requireId(args.id)
  const { rows } = await sql<(PostRow | { id: null }) & { names: string[] }>`${prepared}
    select listed.*, ${placeListNames('o')} as names from posts o
    left join (
      ${selectPosts}
      where p.id in (
        select page_s.post_id from post_stats page_s join posts page_p on page_p.id = page_s.post_id
        where page_s.post_id = any(array(${sameSql(id)} union ${sameVenueSql(id)}))
          and ${isShownTo(context.session, 'post', 'page_p')}
        order by page_s.like_count desc, page_s.post_id desc limit ${sql.lit(MAX_POSTS)}
      )
    ) listed on true
    where o.id = ${id} and ${isShownToModeratorsToo(context.session, 'post', 'o')}
    order by listed.like_count desc, listed.id desc`.execute(context.db)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  for (const name of rows[0]?.names ?? []) context.shown.add(name)
  return rows.filter((row) => row.id !== null).map((row) => presentPost(context, row))
}

// Reads from an index alone the near posts with the same address or name, and the newest ones without a position. A post without a
// position counts as near all others.
function sameSql(id: number): RawBuilder<unknown> {
  const first = (column: 'address' | 'place_key', condition: RawBuilder<unknown>, most: number) => sql`
    select id, lat, lng from posts
    where ${sql.ref(column)} = ${sql.ref(`own.${column}`)} and id <> own.id and ${condition}
    order by lat desc nulls first, id desc limit ${sql.lit(most)}`
  const same = (column: 'address' | 'place_key', metres: number) => {
    const reach = sql.lit(metres / DEGREE_METRES)
    const beside = sql`lat between coalesce(own.lat - ${reach}, '-infinity') and coalesce(own.lat + ${reach}, 'infinity')`
    const isWithin = sql`(lat - own.lat) ^ 2 + ((lng - own.lng) * cosd(own.lat)) ^ 2 <= ${reach} ^ 2`
    return sql`
      (select id from (${first(column, beside, MAX_BESIDE)}) beside
        where coalesce(${isWithin}, true) limit ${sql.lit(MAX_SAME)})
      union all (select id from (${first(column, sql`lat is null`, MAX_SAME)}) unplaced)`
  }
  return sql`
    select same.id from posts own
    cross join lateral (
      ${same('address', samePlaceMetres.relatedAddress)} union all ${same('place_key', samePlaceMetres.relatedName)}
    ) same
    where own.id = ${id}`
}

function sameVenueSql(id: number): RawBuilder<unknown> {
  return sql`(
    select post_id from venue_posts
    where venue_id = (select venue_id from venue_posts where post_id = ${id}) and post_id <> ${id}
    order by post_id desc limit ${sql.lit(MAX_VENUE_POSTS)})`
}

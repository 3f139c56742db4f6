import { sql } from 'kysely'
import type { QueryGetPlacePostsArgs } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { requirePostId } from './post-id.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from './present-post.ts'

const MOST = 5

/** Of a place with more posts than this, the newest ones are compared: a chain's name may stand on every tenth post. */
const COMPARED = 500

/**
 * Other posts of the same address or the same place name (spaces and case aside), most liked first.
 * @throws {AppError} NOT_FOUND
 */
export async function getPlacePosts(context: OperationContext, args: QueryGetPlacePostsArgs): Promise<PresentedPost[]> {
  const id = requirePostId(args.id)
  const post = await context.db
    .selectFrom('posts')
    .select(['address', 'place_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!post) throw new AppError('NOT_FOUND')
  const newest = (same: ReturnType<typeof sql>) => sql`
    (select id from posts where ${same} and id <> ${id} order by id desc limit ${sql.lit(COMPARED)})`
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    where p.id in (
      select page_s.post_id from post_stats page_s
      where page_s.post_id in (
        ${newest(sql`address = ${post.address}`)} union ${newest(sql`place_key = ${post.place_key}`)}
      )
      order by page_s.like_count desc, page_s.post_id desc limit ${sql.lit(MOST)}
    )
    order by s.like_count desc, s.post_id desc`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

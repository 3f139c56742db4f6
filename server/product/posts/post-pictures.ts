import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/connect.ts'
import type { PictureVisibility } from '../../platform/pictures/image-access.ts'
import { forgetPublicImages } from '../../platform/pictures/image-uses.ts'

export const pictureVisibility: PictureVisibility = {
  /** SQL condition: the picture belongs to a hidden post, comment or account, or to a comment of a hidden post. */
  isHidden: sql<boolean>`exists (select from image_uses u left join comments c on c.id = u.comment_id
    left join posts p on p.id = coalesce(u.post_id, c.post_id) left join accounts a on a.id = u.account_id
    where u.image_id = images.id and (p.hidden or c.hidden or a.hidden))`,
  /** SQL of the author of a hidden post with a comment that shows the picture. */
  alsoShownTo: sql<number | null>`(select p.account_id from image_uses u join comments c on c.id = u.comment_id
    join posts p on p.id = c.post_id where u.image_id = images.id and not c.hidden and p.hidden)`,
}

/** Ids of the pictures of posts and their comments, also by other accounts. Lock the posts before. */
export async function loadImagesOfPosts(db: Queryable, postIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select image_id as id from image_uses where image_id is not null and post_id = any(${postIds}::bigint[])
    union all
    select u.image_id from comments c join image_uses u on u.comment_id = c.id
    where u.image_id is not null and c.post_id = any(${postIds}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes all processes forget that the pictures of a post and its comments were public. Call it in the transaction that hides the post. */
export function forgetImagesOfPost(tx: Queryable, id: number): Promise<void> {
  return forgetPublicImages(
    tx,
    sql`image_uses.post_id = ${id} or image_uses.comment_id in (select id from comments where post_id = ${id})`,
  )
}

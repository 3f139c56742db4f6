import { titleShownTo } from '../authors/visibility.ts'
import type { Queryable } from '../db/connect.ts'

export async function countCommentsOf(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** The account's comments, oldest first, for the data export. */
export async function readCommentsOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('image_uses', (join) =>
      join.onRef('image_uses.comment_id', '=', 'comments.id').on('image_uses.position', '=', 0),
    )
    .leftJoin('images', 'images.id', 'image_uses.image_id')
    .selectAll('comments')
    .select(['images.key as image_key', 'image_uses.url as image_url'])
    .select(titleShownTo(accountId).as('title'))
    .where('comments.account_id', '=', accountId)
    .orderBy('comments.id')
    .execute()
}

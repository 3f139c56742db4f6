import { sql } from 'kysely'
import { removeComment } from '../comments/write-comment.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { imagesOfPosts, readImages } from '../images/image-uses.ts'
import type { Target } from './find-target.ts'

/** Deletes it with its pictures, and what others keep of its words. Lock it before. */
export async function removeTarget(
  tx: Queryable,
  { images }: Pick<OperationContext, 'images'>,
  { kind, itemId }: Target,
): Promise<void> {
  if (kind === 'post') {
    await sql`select from post_stats where post_id = ${itemId} for update`.execute(tx)
    const shown = await imagesOfPosts(tx, [itemId])
    await tx.deleteFrom('saves').where('post_id', '=', itemId).execute()
    await tx.deleteFrom('collection_entries').where('post_id', '=', itemId).execute()
    await tx.deleteFrom('posts').where('id', '=', itemId).execute()
    await images.queueDeletion(tx, shown)
  } else if (kind === 'comment') {
    const shown = await readImages(tx, { comment_id: itemId })
    await removeComment(tx, itemId)
    await images.queueDeletion(
      tx,
      shown.flatMap(({ imageId }) => imageId ?? []),
    )
  } else {
    await tx.deleteFrom('collections').where('id', '=', itemId).execute()
  }
}

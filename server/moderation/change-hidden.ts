import { sql } from 'kysely'
import { removeComment, setCommentHidden } from '../comments/write-comment.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { DELETED_IMAGE_CHANNEL } from '../images/delete-images.ts'
import { imagesOfPosts, readImages } from '../images/image-uses.ts'
import { hidePost, showPost } from '../posts/writing/write-lists.ts'
import { eraseEntriesOf } from '../posts/writing/write-post.ts'
import type { Target } from './find-target.ts'

type Item = Pick<Target, 'kind' | 'itemId'>

/** Hides something from everybody but its author, or shows it again. Lock it before. @returns whether something changed */
export async function setHidden(tx: Queryable, { kind, itemId }: Item, hidden: boolean): Promise<boolean> {
  const changed = await change(tx, { kind, itemId }, hidden)
  // Processes remember pictures that everybody may see.
  if (changed && kind !== 'collection') {
    const owner = sql.ref(kind === 'author' ? 'u.account_id' : `u.${kind}_id`)
    await sql`select pg_notify(${DELETED_IMAGE_CHANNEL}, i.key)
      from image_uses u join images i on i.id = u.image_id where ${owner} = ${itemId}`.execute(tx)
  }
  return changed
}

async function change(tx: Queryable, { kind, itemId }: Item, hidden: boolean): Promise<boolean> {
  switch (kind) {
    case 'post':
      return hidden ? hidePost(tx, itemId) : showPost(tx, itemId)
    case 'comment':
      return setCommentHidden(tx, itemId, hidden)
    default: {
      const table = sql.table(kind === 'collection' ? 'collections' : 'accounts')
      const { rows } = await sql`update ${table} set hidden = ${hidden}
        where id = ${itemId} and hidden <> ${hidden} returning id`.execute(tx)
      return rows.length > 0
    }
  }
}

/** All that a member wrote, with their page. What was hidden for a reason of its own stays so. */
export async function setAllHidden(tx: Queryable, accountId: number, hidden: boolean): Promise<void> {
  await setHidden(tx, { kind: 'author', itemId: accountId }, hidden)
  for (const kind of ['post', 'comment', 'collection'] as const) {
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(`${kind}s`)} t where t.account_id = ${accountId} and t.hidden <> ${hidden}
        and not exists (select from decisions d where d.kind = ${kind} and d.item_id = t.id
          and d.action in ('hide', 'hold') and d.undone_at is null)
      order by t.id for update`.execute(tx)
    for (const { id } of rows) await setHidden(tx, { kind, itemId: id }, hidden)
  }
}

/** Deletes it with its pictures, and what others keep of its words. Lock it before. */
export async function removeTarget(
  tx: Queryable,
  { images }: Pick<OperationContext, 'images'>,
  { kind, itemId }: Target,
): Promise<void> {
  if (kind === 'post') {
    await sql`select from post_stats where post_id = ${itemId} for update`.execute(tx)
    const shown = await imagesOfPosts(tx, [itemId])
    await eraseEntriesOf(tx, itemId)
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

import type { ExpressionBuilder } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { ImageReference } from './picture.ts'

export type ImageOwner = Readonly<{ post_id: number } | { account_id: number }>

const NONE: ImageReference = { imageId: null, imageUrl: null }

/** The first picture that the owner shows. Lock the owner's row before. */
export async function readImage(db: Queryable, owner: ImageOwner): Promise<ImageReference> {
  const row = await db
    .selectFrom('image_uses')
    .select(['image_id', 'url'])
    .where(isOf(owner))
    .where('position', '=', 0)
    .executeTakeFirst()
  if (!row) return NONE
  return row.image_id === null ? { imageId: null, imageUrl: row.url } : { imageId: row.image_id, imageUrl: null }
}

/** Makes what `Images.claim` returned the owner's only picture. */
export async function setImage(tx: Queryable, owner: ImageOwner, image: ImageReference): Promise<void> {
  await tx.deleteFrom('image_uses').where(isOf(owner)).execute()
  const { imageId: image_id, imageUrl: url } = image
  if (image_id === null && url === null) return
  await tx
    .insertInto('image_uses')
    .values({ ...owner, image_id, url })
    .execute()
}

/** The number of the account's pictures that its posts and profile show; others were cancelled or never posted. */
export async function countImagesInUse(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('image_uses').select('image_uses.image_id').whereRef('image_uses.image_id', '=', 'images.id'),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

function isOf(owner: ImageOwner) {
  return (eb: ExpressionBuilder<Tables, 'image_uses'>) =>
    'post_id' in owner ? eb('post_id', '=', owner.post_id) : eb('account_id', '=', owner.account_id)
}

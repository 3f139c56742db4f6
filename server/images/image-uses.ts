import { type ExpressionBuilder, sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { type ImageReference, type ShownImage, shownOf } from './picture.ts'

export type ImageOwner = Readonly<{ post_id: number } | { account_id: number } | { comment_id: number }>

/** The pictures that the owner shows, in their order. Lock the owner's row before. */
export async function readImages(db: Queryable, owner: ImageOwner): Promise<ShownImage[]> {
  const rows = await db
    .selectFrom('image_uses')
    .select(['image_id', 'url'])
    .where(isOf(owner))
    .orderBy('position')
    .execute()
  return rows.flatMap(({ image_id, url }) =>
    shownOf(image_id === null ? { imageId: null, imageUrl: url } : { imageId: image_id, imageUrl: null }),
  )
}

/** Makes what `Images.claimAll` returned all that the owner shows. */
export async function setImages(tx: Queryable, owner: ImageOwner, images: readonly ShownImage[]): Promise<void> {
  await tx.deleteFrom('image_uses').where(isOf(owner)).execute()
  if (images.length === 0) return
  const rows = images.map(({ imageId, imageUrl }, position) => ({
    ...owner,
    image_id: imageId,
    url: imageUrl,
    position,
  }))
  await tx.insertInto('image_uses').values(rows).execute()
}

/** Makes what `Images.claim` returned the owner's only picture. */
export function setImage(tx: Queryable, owner: ImageOwner, image: ImageReference): Promise<void> {
  return setImages(tx, owner, shownOf(image))
}

/** The pictures that these posts and their comments show, also those of other people. Lock the posts before. */
export async function imagesOfPosts(db: Queryable, postIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select image_id as id from image_uses where image_id is not null and post_id = any(${postIds}::bigint[])
    union all
    select u.image_id from comments c join image_uses u on u.comment_id = c.id
    where u.image_id is not null and c.post_id = any(${postIds}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** The number of the account's pictures that its posts, comments and profile show; others were cancelled or never posted. */
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
  const [[column, id]] = Object.entries(owner) as [[keyof Tables['image_uses'] & `${string}_id`, number]]
  return (eb: ExpressionBuilder<Tables, 'image_uses'>) => eb(column, '=', id)
}

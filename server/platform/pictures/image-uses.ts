import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { serverFailureMessages } from '#rules/errors.ts'
import { keyOfJpegName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../database/connect.ts'
import type { Tables } from '../database/tables.gen.ts'
import { AppError } from '../errors.ts'
import { hashUploaderToken } from './add-image.ts'
import { DELETED_IMAGE_CHANNEL, queueImageDeletion } from './delete-images.ts'
import type { Claimant, ShownImage } from './picture.ts'

const MAX_FOREIGN_URL = 2000

/**
 * Turns the URLs of a form into pictures: claims those of this site, and accepts those on IMAGE_HOSTS. `current` are
 * the pictures that the form showed before.
 */
export async function claimImages(
  tx: Queryable,
  config: Config,
  urls: readonly string[],
  claimant: Claimant,
  current: readonly ShownImage[],
): Promise<ShownImage[]> {
  const wanted = urls.map((url) => ({ url, key: ownKey(config, url) }))
  const keys = wanted.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw foreignImage()
  const claimed = keys.length > 0 ? await claimKeys(tx, keys, claimant, current) : new Map<string, number>()
  return wanted.map(({ url, key }) => {
    const kept = current.find(({ imageUrl }) => imageUrl === url)
    if (kept) return kept
    if (key === null) return { imageId: null, imageUrl: allowedUrl(config, url) }
    const imageId = claimed.get(key)
    if (imageId === undefined) throw foreignImage()
    return { imageId, imageUrl: null }
  })
}

function ownKey(config: Config, url: string): string | null {
  for (const origin of [config.imageOrigin, config.publicOrigin]) {
    const start = `${origin}${apiPaths.images}/`
    if (url.startsWith(start)) return keyOfJpegName(url.slice(start.length))
  }
  return null
}

function allowedUrl(config: Config, url: string): string {
  const parsed = url.length <= MAX_FOREIGN_URL ? URL.parse(url) : null
  const isAllowed =
    parsed?.protocol === 'https:' &&
    parsed.username === '' &&
    parsed.password === '' &&
    config.imageHosts.some((host) => host.toLowerCase() === parsed.host)
  if (!isAllowed) throw foreignImage()
  return parsed.href
}

/**
 * Claims the pictures that are current or the claimant's own, and returns their ids by key. A deletion queued for a
 * current one by a simultaneous change is cancelled. Rows are locked in order of id, as by the purge.
 */
async function claimKeys(
  tx: Queryable,
  keys: readonly string[],
  { uploader, accountId }: Claimant,
  current: readonly ShownImage[],
): Promise<Map<string, number>> {
  const kept = current.flatMap(({ imageId }) => imageId ?? [])
  const hash = uploader === null ? null : hashUploaderToken(uploader)
  const { rows } = await sql<{ id: number; key: string }>`
    with own as (
      select id from images
      where key = any(${keys}::text[]) and (
        id = any(${kept}::bigint[])
        or claimed_at is null and (account_id = ${accountId} or account_id is null and uploader_hash = ${hash})
      )
      order by id for no key update
    )
    update images i set claimed_at = coalesce(i.claimed_at, now()), uploader_hash = null,
      account_id = coalesce(${accountId}, i.account_id)
    from own where i.id = own.id returning i.id, i.key`.execute(tx)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

function foreignImage(): AppError {
  return new AppError('BAD_USER_INPUT', { message: serverFailureMessages.foreignImage })
}

/** Pictures that belong to an account. */
export async function imagesOfAccount(db: Queryable, accountId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('images').select(['id', 'key']).where('account_id', '=', accountId).orderBy('id').execute()
}

type OwnerColumn = Exclude<keyof Tables['image_uses'] & `${string}_id`, 'image_id'>

/** A post or another thing that shows pictures: a column of `image_uses` and its id. */
type ImageOwner = { [Column in OwnerColumn]: Readonly<Record<Column, number>> }[OwnerColumn]

/** Pictures that the owner shows, in order. Lock the owner's row before. */
export async function loadShownImages(db: Queryable, owner: ImageOwner): Promise<ShownImage[]> {
  const rows = await db
    .selectFrom('image_uses')
    .select(['image_id', 'url'])
    .where(isOf(owner))
    .orderBy('position')
    .execute()
  return rows.flatMap(({ image_id: imageId, url: imageUrl }): ShownImage[] => {
    if (imageId !== null) return [{ imageId, imageUrl: null }]
    return imageUrl === null ? [] : [{ imageId, imageUrl }]
  })
}

/**
 * Replaces the owner's pictures by those from `Images.claim`; pictures of `before` that are no longer shown are
 * deleted.
 */
export async function replaceShownImages(
  tx: Queryable,
  owner: ImageOwner,
  images: readonly ShownImage[],
  before: readonly ShownImage[] = [],
): Promise<void> {
  await tx.deleteFrom('image_uses').where(isOf(owner)).execute()
  const kept = images.map(({ imageId }) => imageId)
  await queueImageDeletion(
    tx,
    before.flatMap(({ imageId }) => (kept.includes(imageId) ? [] : (imageId ?? []))),
  )
  if (images.length === 0) return
  const rows = images.map(({ imageId, imageUrl }, position) => ({
    ...owner,
    image_id: imageId,
    url: imageUrl,
    position,
  }))
  await tx.insertInto('image_uses').values(rows).execute()
}

/**
 * Makes all processes forget that the pictures are public. Call it in the transaction that hides the post, or other
 * owner, which shows them. `isShown` is a condition on `image_uses`.
 */
export async function forgetPublicImages(tx: Queryable, isShown: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_notify(${DELETED_IMAGE_CHANNEL}, images.key)
    from image_uses join images on images.id = image_uses.image_id where ${isShown}`.execute(tx)
}

/** Makes the pictures belong to no account, so that they stay when theirs is erased. */
export async function disownImages(tx: Queryable, imageIds: readonly number[]): Promise<void> {
  await sql`update images set account_id = null where id = any(${imageIds}::bigint[])`.execute(tx)
}

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
  const [[column, id]] = Object.entries(owner) as [[OwnerColumn, number]]
  return (eb: ExpressionBuilder<Tables, 'image_uses'>) => eb(column, '=', id)
}

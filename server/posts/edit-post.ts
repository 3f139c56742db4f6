import { sql } from 'kysely'
import type { CountResult, MutationEditPostArgs } from '#contract/schema.gen.ts'
import { type PostInput, postSchema } from '#rules/post.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, checkInput, requireId } from '../errors.ts'
import type { ImageReference } from '../images/images.ts'
import { searchTextOf } from '../search/search-text.ts'
import { locatePosts } from './areas/locate-posts.ts'
import { may } from './policy.ts'
import { changeVenue } from './venues/join-venue.ts'
import { columnsOf } from './written-columns.ts'

type Own = { id: number; account_id: number }

/**
 * Replaces every field of the caller's own post; a picture no longer shown is queued for deletion.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED
 */
export async function editPost(context: OperationContext, args: MutationEditPostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(postSchema, args)
  const id = requireId(args.id)
  const post = await context.db.selectFrom('posts').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!post) throw new AppError('NOT_FOUND')
  if (!may(session, 'edit', post)) throw new AppError('FORBIDDEN')
  const caller = { accountId: session.accountId, ip: context.ip }
  const own = { id, account_id: session.accountId }
  await context.rateLimits.count('change', caller, () => change(context, own, input))
  changesOf(context.db).announce({ kind: 'post', postId: id })
  return { count: 1, id: String(id) }
}

function change({ db, images, uploader }: OperationContext, own: Own, input: PostInput): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await lockImage(tx, own)
    const image = await images.claim(tx, input.image, { uploader, accountId: own.account_id }, before)
    await replacePost(tx, own, input, image)
    await changeVenue(tx, own.id, input)
    await locatePosts(tx, [{ id: own.id, ...input }])
    if (before.imageId !== null && before.imageId !== image.imageId) await images.queueDeletion(tx, [before.imageId])
  })
}

/** The post's picture, locked until the transaction ends. */
async function lockImage(tx: Queryable, own: Own): Promise<ImageReference> {
  const row = await tx
    .selectFrom('posts')
    .select(['image_id', 'image_url'])
    .where('id', '=', own.id)
    .where('account_id', '=', own.account_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row.image_id === null ? { imageId: null, imageUrl: row.image_url } : { imageId: row.image_id, imageUrl: null }
}

async function replacePost(tx: Queryable, own: Own, input: PostInput, image: ImageReference): Promise<void> {
  const { open_hours } = await tx
    .updateTable('posts')
    .set({ ...columnsOf(input), image_id: image.imageId, image_url: image.imageUrl, updated_at: sql`now()` })
    .where('id', '=', own.id)
    .where('account_id', '=', own.account_id)
    .returning('open_hours')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('post_stats')
    .set({ open_hours })
    .where('post_id', '=', own.id)
    .where('open_hours', 'is distinct from', open_hours)
    .execute()
  const search = searchTextOf(input)
  // An unchanged text keeps its row: the search index has hundreds of entries for it.
  await tx
    .updateTable('post_search')
    .set(search)
    .where('post_id', '=', own.id)
    .where('normal', '<>', search.normal)
    .execute()
}

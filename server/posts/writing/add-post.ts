import type { Insertable } from 'kysely'
import type { CountResult, MutationAddPostArgs } from '#contract/schema.gen.ts'
import { serverFailures } from '#rules/errors.ts'
import { type PostInput, postSchema } from '#rules/post.ts'
import { limited, type OperationContext, requireOwn, requireSession } from '../../context.ts'
import { changesOf } from '../../db/changes.ts'
import { reserveKey } from '../../db/idempotency.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError, checkInput } from '../../errors.ts'
import { hasHeldWord, hold } from '../../house-rules/decisions.ts'
import { setImages } from '../../images/image-uses.ts'
import { queueNewPost } from '../../notifications/notify.ts'
import { searchTextOf } from '../../search/search-text.ts'
import { factsOf } from '../lists/list-filter.ts'
import { joinVenue } from '../venues/join-venue.ts'
import { writeLists } from './write-lists.ts'

/**
 * Adds a post. A request with the same `Idempotency-Key` adds nothing and returns the first one's id.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN for another's `user_id`, CONFLICT when the key belongs
 * to other contents, RATE_LIMITED
 */
export async function addPost(context: OperationContext, args: MutationAddPostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(postSchema, args)
  if (typeof args.user_id === 'string') requireOwn(session, args.user_id)
  const id = await limited(context, 'post', () => add(context, session.accountId, input))
  changesOf(context.db).announce({ kind: 'post', postId: id })
  return { count: 1, id: String(id) }
}

// Adds the post with everything that lists and searches read. Locks are taken in this order: key, pictures, squares of
// the map, areas, name of the place.
function add({ db, images, uploader, idempotencyKey: key }: OperationContext, accountId: number, input: PostInput) {
  return db.transaction().execute(async (tx) => {
    const reserved = key === null ? null : await reserveKey(tx, 'posts', { accountId, key, contents: input })
    if (reserved?.isNew === false) {
      if (!reserved.isSame) throw new AppError('CONFLICT', { message: serverFailures.usedKey })
      return reserved.id
    }
    const shown = await images.claimAll(tx, input.images, { uploader, accountId })
    const ids = { account_id: accountId, ...(reserved && { id: reserved.id }) }
    const hidden = await hasHeldWord(tx, textsOf(input))
    const { id } = await tx
      .insertInto('posts')
      .values({ ...ids, ...columnsOf(input), hidden })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setImages(tx, { post_id: id }, shown)
    if (hidden) {
      await hold(tx, { kind: 'post', itemId: id, authorId: accountId, title: input.title })
      return id
    }
    await tx
      .insertInto('post_search')
      .values({ post_id: id, ...searchTextOf(input) })
      .execute()
    await writeLists(tx, [{ id, ...input }])
    await joinVenue(tx, id, input)
    await queueNewPost(tx, id, accountId)
    return id
  })
}

type Written = Omit<PostInput, 'images'>

/** A written field without a column is a type error. */
export function columnsOf({
  images: _addresses,
  dishes,
  ...fields
}: PostInput): Pick<Insertable<Tables['posts']>, keyof Written | 'facts'> {
  return { ...fields, dishes: JSON.stringify(dishes), facts: factsOf(fields) }
}

/** What people read of it. */
export function textsOf({ title, contents, place_name, address, dishes }: PostInput): (string | null)[] {
  return [title, contents, place_name, address, ...dishes.map(({ name }) => name)]
}

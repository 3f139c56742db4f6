import { sql } from 'kysely'
import type { CountResult, MutationAddPostArgs } from '#contract/schema.gen.ts'
import { type PostInput, postSchema } from '#rules/post.ts'
import { type OperationContext, requireOwn, requireSession } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { checkInput } from '../errors.ts'
import type { ImageReference } from '../images/images.ts'
import { searchTextOf } from '../search/search-text.ts'
import { locatePosts } from './areas/locate-posts.ts'
import { reserveKey, settleKey } from './idempotency.ts'
import { joinVenue } from './venues/join-venue.ts'

/**
 * Adds a post of the caller. A request with the same `Idempotency-Key` adds nothing and returns the first one's id,
 * also when both run at once (faults R4, R5). `username` and `user_profile` are ignored (P23).
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN when `user_id` is another person's, RATE_LIMITED
 */
export async function addPost(context: OperationContext, args: MutationAddPostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(postSchema, args)
  if (typeof args.user_id === 'string') requireOwn(session, args.user_id)
  const caller = { accountId: session.accountId, address: context.address }
  const id = await context.rateLimits.count('post', caller, () => addOnce(context, session.accountId, input))
  return { count: 1, id: String(id) }
}

/** Adds the post, or finds the one added before with the same key. Returns its id. */
function addOnce({ db, images, uploader, idempotencyKey: key }: OperationContext, accountId: number, input: PostInput) {
  return db.transaction().execute(async (tx) => {
    const before = key === null ? null : await reserveKey(tx, accountId, key)
    if (before !== null) return before
    const image = await images.claim(tx, input.image, { uploader, accountId })
    const added = await insertPost(tx, accountId, input, image)
    await joinVenue(tx, added, input)
    await locatePosts(tx, [{ id: added, ...input }])
    if (key !== null) await settleKey(tx, accountId, key, added)
    await notifyFeedChanged(tx, added)
    return added
  })
}

/** Inserts the post, its counter and its search terms in one statement. */
async function insertPost(tx: Queryable, author: number, input: PostInput, image: ImageReference): Promise<number> {
  const { image: _address, ...fields } = input
  const { normal, grams } = searchTextOf(input)
  const { id } = await tx
    .with('post', (cte) =>
      cte
        .insertInto('posts')
        .values({ account_id: author, ...fields, image_id: image.imageId, image_url: image.imageUrl })
        .returning(['id', 'open_hours']),
    )
    .with('stats', (cte) =>
      cte
        .insertInto('post_stats')
        .columns(['post_id', 'open_hours'])
        .expression(cte.selectFrom('post').select(['id', 'open_hours'])),
    )
    .with('search', (cte) =>
      cte
        .insertInto('post_search')
        .columns(['post_id', 'normal', 'grams'])
        .expression(
          cte.selectFrom('post').select(['id', sql.val(normal).as('normal'), sql`${grams}::text[]`.as('grams')]),
        ),
    )
    .selectFrom('post')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

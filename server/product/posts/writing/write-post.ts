import { type Insertable, sql } from 'kysely'
import type {
  CountResult,
  MutationAddPostArgs,
  MutationDeletePostArgs,
  MutationEditPostArgs,
} from '#contract/schema.gen.ts'
import { freeTextFields, type PostInput, postSchema, type WrittenPost } from '#rules/post.ts'
import {
  limited,
  type MemberContext,
  type OperationContext,
  requireOwnHandle,
  type Session,
} from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.gen.ts'
import { AppError, checkInput, requireId } from '../../../platform/errors.ts'
import { addOnce } from '../../../platform/idempotency.ts'
import { queueImageDeletion } from '../../../platform/pictures/delete-images.ts'
import { loadShownImages, replaceShownImages } from '../../../platform/pictures/image-uses.ts'
import { isShownToAuthorToo } from '../../authors/visibility.ts'
import { hasHeldWord, recordHeldItem } from '../../enforcement/decisions.ts'
import { lockWriter, requireVerified } from '../../enforcement/require-writer.ts'
import { queueNewPostEvents } from '../../notifications/notify.ts'
import { deleteSaves } from '../../saves/account-saves.ts'
import { searchTextOf } from '../../search/search-text.ts'
import { factsOf } from '../lists/list-filter.ts'
import { findOrAddWeek } from '../lists/open-weeks.ts'
import { mayChangePost, type PostAction } from '../policy.ts'
import { announcePost, loadListNames } from '../post-names.ts'
import { loadImagesOfPosts } from '../post-pictures.ts'
import { changeVenue, joinVenue, lockMarks } from '../venues/venue-of-post.ts'
import { hidePost, writeLists } from './write-lists.ts'

/**
 * Adds a post. A repeated `Idempotency-Key` adds nothing and returns the first id.
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN for another's `user_id`, CONFLICT when the key belongs
 * to other contents, RATE_LIMITED, EMAIL_UNVERIFIED
 */
export async function addPost(context: MemberContext, args: MutationAddPostArgs): Promise<CountResult> {
  const { session } = context
  requireVerified(context)
  const input = checkInput(postSchema, args)
  if (typeof args.user_id === 'string') requireOwnHandle(session, args.user_id)
  const { id, lists } = await limited(context, 'post', () => add(context, session.accountId, input))
  announcePost(context.db, id, lists)
  return { count: 1, id: String(id) }
}

// Adds the post with its rows of lists and search. Lock order: author, key, pictures, squares of the map, areas, name
// of the place, counter of notified posts.
async function add(context: OperationContext, accountId: number, input: PostInput) {
  const { db, images, secrets, uploader, idempotencyKey: key } = context
  const weekId = await findOrAddWeek(db, input)
  const addRow = async (tx: Queryable, reserved: number | undefined) => {
    const shown = await images.claim(tx, input.images, { uploader, accountId })
    const hidden = await hasHeldWord(tx, textsOf(input))
    const { id } = await tx
      .insertInto('posts')
      .values({
        ...(reserved !== undefined && { id: reserved }),
        account_id: accountId,
        ...columnsOf(input, weekId),
        hidden,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceShownImages(tx, { post_id: id }, shown)
    if (hidden) {
      await recordHeldItem(tx, { kind: 'post', itemId: id, authorId: accountId, title: input.title })
      return id
    }
    await tx
      .insertInto('post_search')
      .values({ post_id: id, ...searchTextOf(input) })
      .execute()
    await writeLists(tx, [{ id, ...input }])
    await joinVenue(tx, id, input)
    await queueNewPostEvents(tx, secrets, { postId: id, authorId: accountId })
    return id
  }
  const request = { accountId, key, contents: input }
  return db.transaction().execute(async (tx) => {
    await lockWriter(tx, accountId)
    const id = await addOnce(tx, 'posts', request, (id) => addRow(tx, id))
    return { id, lists: await loadListNames(tx, id) }
  })
}

/** Columns of a post; a field of the input without a column is a type error. */
function columnsOf(
  { images: _addresses, dishes, week_hours, ...fields }: PostInput,
  weekId: number | null,
): Pick<Insertable<Tables['posts']>, keyof WrittenPost | 'facts' | 'week_id'> {
  return {
    ...fields,
    dishes: JSON.stringify(dishes),
    week_hours: week_hours && JSON.stringify(week_hours),
    week_id: weekId,
    facts: factsOf(fields),
  }
}

/** The author's texts, which are checked for words that moderators hold for review. */
function textsOf(input: PostInput): (string | null)[] {
  return [...freeTextFields.map((name) => input[name]), ...input.dishes.map(({ name }) => name)]
}

/** Replaces the contents of the caller's post. @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED */
export async function editPost(context: MemberContext, args: MutationEditPostArgs): Promise<CountResult> {
  const { session } = context
  const input = checkInput(postSchema, args)
  const id = requireId(args.id)
  await requireModerationRight(context, session, 'edit', id)
  const lists = await limited(context, 'change', () => change(context, session.accountId, id, input))
  announcePost(context.db, id, lists)
  return { count: 1, id: String(id) }
}

async function requireModerationRight(
  { db }: OperationContext,
  session: Session,
  action: PostAction,
  id: number,
): Promise<void> {
  const post = await db
    .selectFrom('posts')
    .select('account_id')
    .where('id', '=', id)
    .where(isShownToAuthorToo(session, 'post', 'posts'))
    .executeTakeFirst()
  if (!post) throw new AppError('NOT_FOUND')
  if (!mayChangePost(session, action, post)) throw new AppError('FORBIDDEN')
}

/** Returns the names of the lists that the post was in and is in. */
async function change({ db, images, uploader }: OperationContext, accountId: number, id: number, input: PostInput) {
  const weekId = await findOrAddWeek(db, input)
  return db.transaction().execute(async (tx) => {
    const post = await tx.selectFrom('posts').select('hidden').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!post) throw new AppError('NOT_FOUND')
    await lockWriter(tx, accountId)
    await lockMarks(tx, [id])
    const lists = await loadListNames(tx, id)
    const before = await loadShownImages(tx, { post_id: id })
    const shown = await images.claim(tx, input.images, { uploader, accountId }, before)
    await replaceShownImages(tx, { post_id: id }, shown, before)
    await replacePost(tx, id, input, weekId)
    if (!post.hidden) await replaceLists(tx, accountId, id, input)
    return [...lists, ...(await loadListNames(tx, id))]
  })
}

async function replaceLists(tx: Queryable, accountId: number, id: number, input: PostInput): Promise<void> {
  if (await hasHeldWord(tx, textsOf(input))) {
    await hidePost(tx, id)
    return recordHeldItem(tx, { kind: 'post', itemId: id, authorId: accountId, title: input.title })
  }
  await writeLists(tx, [{ id, ...input }])
  await changeVenue(tx, id, input)
}

async function replacePost(tx: Queryable, id: number, input: PostInput, weekId: number | null): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ ...columnsOf(input, weekId), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const search = searchTextOf(input)
  // An unchanged text keeps its row: the search index has hundreds of entries for it.
  await tx
    .updateTable('post_search')
    .set(search)
    .where('post_id', '=', id)
    .where('normal', '<>', search.normal)
    .execute()
}

/** Deletes the caller's post. @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED */
export async function deletePost(context: MemberContext, args: MutationDeletePostArgs): Promise<CountResult> {
  const { session } = context
  const id = requireId(args.id)
  await requireModerationRight(context, session, 'delete', id)
  const lists = await limited(context, 'change', () => erase(context, id))
  announcePost(context.db, id, lists)
  return { count: 1, id: String(id) }
}

/** Returns the names of the lists that the post was in. */
function erase({ db }: OperationContext, id: number): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const post = await tx.selectFrom('posts').select('hidden').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!post) throw new AppError('NOT_FOUND')
    const lists = await loadListNames(tx, id)
    await removePost(tx, { id, withEntries: post.hidden })
    return lists
  })
}

/**
 * Deletes a post with its pictures. Lock it before. Its place stays in other members' saves and collections, unless `withEntries`.
 */
export async function removePost(
  tx: Queryable,
  { id, withEntries }: { id: number; withEntries: boolean },
): Promise<void> {
  // Locks in the order in which an account is deleted that kept, liked or commented on the post.
  await lockMarks(tx, [id])
  await sql`select from post_stats where post_id = ${id} for update`.execute(tx)
  const shown = await loadImagesOfPosts(tx, [id])
  await forgetIn(tx, id, withEntries)
  for (const table of ['saves', 'collection_entries']) await keepPlaceIn(tx, table, id)
  await tx.deleteFrom('posts').where('id', '=', id).execute()
  await queueImageDeletion(tx, shown)
}

/** If the post is the last one of its place, removes the place from saves and collections of members who reported the post, or of all with `withEntries`. */
async function forgetIn(tx: Queryable, id: number, withEntries: boolean): Promise<void> {
  const isFor = withEntries
    ? sql`true`
    : sql`account_id in (
    select reporter_id from reports where kind = 'post' and item_id = ${id} and not dismissed)`
  const isLast = sql`post_id = ${id} and not exists (
    select from venue_posts v join venue_posts o on o.venue_id = v.venue_id and o.post_id <> v.post_id where v.post_id = ${id})`
  await deleteSaves(tx, sql`${isLast} and not from_shop and ${isFor}`)
  await sql`delete from collection_entries
    where ${isLast} and not from_shop and collection_id in (select id from collections where ${isFor})`.execute(tx)
}

/** Copies the post's present data of its place to the rows that outlast it, in place of older copies. Rows of a shop keep its public data. */
async function keepPlaceIn(tx: Queryable, table: string, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set (author_id, title, place_name, address, lat, lng) = (
      select p.account_id, p.title, p.place_name, p.address, p.lat, p.lng from posts p where p.id = ${id}
    ) where post_id = ${id} and not from_shop`.execute(tx)
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type {
  CountResult,
  MutationAddCollectionArgs,
  MutationDeleteCollectionArgs,
  MutationEditCollectionArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages, collectionSchema } from '#rules/collections.ts'
import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext, type OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { ANY_LIST, shownCollection, shownCollectionsOf } from '../../../platform/database/shown.ts'
import { AppError, badInput, checkInput } from '../../../platform/errors.ts'
import { addOnce, normalizeIdempotencyKey } from '../../../platform/idempotency.ts'
import { isShownToAuthorToo } from '../../authors/visibility.ts'
import { hasHeldWord, recordHeldItem } from '../../enforcement/decisions.ts'
import { lockWriter } from '../../enforcement/require-writer.ts'
import { searchText } from '../../search/search-text.ts'
import { isReadableCollection, loadCollections, noCollection, type PresentedCollection } from './get-collection.ts'
import { lockHearts } from './plan-members.ts'

/**
 * Adds an empty collection; a repeated `key` adds nothing and returns the first one.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT for a key of other contents, RATE_LIMITED
 */
export async function addCollection(
  context: MemberContext,
  args: MutationAddCollectionArgs,
): Promise<PresentedCollection> {
  const { accountId } = context.session
  const input = checkInput(collectionSchema, args)
  const request = {
    accountId,
    key: normalizeIdempotencyKey(args.key) ?? context.idempotencyKey,
    contents: { collections: input },
  }
  const add = async (tx: Queryable, reserved: number | undefined) => {
    await requireRoom(tx, accountId)
    const key = randomBytes(16).toString('base64url')
    const { id } = await tx
      .insertInto('collections')
      .values({ ...(reserved !== undefined && { id: reserved }), account_id: accountId, key, ...columnsOf(input) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await hideForHeldWords(tx, id, [input.name, input.about])
    return id
  }
  const id = await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      await lockWriter(tx, accountId)
      return addOnce(tx, 'collections', request, (reserved) => add(tx, reserved))
    }),
  )
  changesOf(context.db).announce([shownCollectionsOf(context.session.handle), ANY_LIST])
  return loadCollectionById(context, id)
}

/** Replaces name, text and visibility. @throws {AppError} as `lockOwnCollection`; BAD_USER_INPUT, RATE_LIMITED */
export async function editCollection(
  context: MemberContext,
  args: MutationEditCollectionArgs,
): Promise<PresentedCollection> {
  const { accountId } = context.session
  const input = checkInput(collectionSchema, args)
  const edit = () =>
    context.db.transaction().execute(async (tx) => {
      await lockWriter(tx, accountId)
      const id = await lockOwnCollection(tx, context, args.id)
      const { from_name } = await tx
        .updateTable('collections')
        .set({ ...columnsOf(input), updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returning('from_name')
        .executeTakeFirstOrThrow()
      // A formerly private collection has unchecked texts.
      const entries = await tx.selectFrom('collection_entries').select('note').where('collection_id', '=', id).execute()
      const notes = entries.map(({ note }) => note)
      await hideForHeldWords(tx, id, [input.name, input.about, from_name ?? '', ...notes])
      return id
    })
  const id = await limited(context, 'change', edit)
  changesOf(context.db).announce([shownCollection(args.id), shownCollectionsOf(context.session.handle), ANY_LIST])
  return loadCollectionById(context, id)
}

/** @throws {AppError} as `lockOwnCollection`; RATE_LIMITED */
export async function deleteCollection(
  context: MemberContext,
  args: MutationDeleteCollectionArgs,
): Promise<CountResult> {
  const erase = () =>
    context.db.transaction().execute(async (tx) => {
      const id = await lockOwnCollection(tx, context, args.id, sql`update`)
      await eraseCollection(tx, id)
    })
  await limited(context, 'change', erase)
  changesOf(context.db).announce([shownCollection(args.id), ANY_LIST])
  return { count: 1, id: args.id }
}

/** Deletes a collection with its entries and hearts. Lock it before. */
export async function eraseCollection(tx: Queryable, id: number): Promise<void> {
  await lockEntries(tx, id)
  await lockHearts(tx, sql`collection_id = ${id}`)
  await tx.deleteFrom('collections').where('id', '=', id).execute()
}

/** Hides a collection that others may read if one of its new texts has a held word. */
export async function hideForHeldWords(tx: Queryable, id: number, texts: readonly string[]): Promise<void> {
  if (!(await hasHeldWord(tx, texts))) return
  const { rows } = await sql<{ account_id: number; name: string }>`update collections set hidden = true
    where id = ${id} and visibility <> 'private' and not hidden returning account_id, name`.execute(tx)
  const [held] = rows
  if (held) await recordHeldItem(tx, { kind: 'collection', itemId: id, authorId: held.account_id, title: held.name })
}

/** Refuses one collection too many. Locks the account, so that simultaneous requests cannot exceed the limit. */
async function requireRoom(tx: Queryable, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from collections where account_id = ${accountId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= collectionLimits.collections) {
    throw badInput([{ field: 'name', message: collectionMessages.tooMany }])
  }
}

function columnsOf({
  name,
  about,
  visibility,
}: {
  name: string
  about: string
  visibility: 'private' | 'link' | 'public'
}) {
  return { name, about, visibility, ...searchText([name, about]) }
}

/** Loads a collection by its id in the database; whose it is, the caller has checked. @throws {AppError} NOT_FOUND */
export async function loadCollectionById(context: OperationContext, id: number): Promise<PresentedCollection> {
  const [found] = await loadCollections(context, sql`c.id = ${id}`, { limit: 1 })
  if (!found) throw noCollection()
  return found.collection
}

/**
 * Locks one of the caller's collections, whose entries then change one request at a time.
 * @returns its id in the database
 * @throws {AppError} NOT_FOUND for a collection that the caller may not read, FORBIDDEN for another's
 */
export async function lockOwnCollection(
  tx: Queryable,
  context: MemberContext,
  key: string,
  lock = sql`no key update`,
): Promise<number> {
  const { accountId } = context.session
  const known = isHandle(key) ? key : ''
  await sql`select from accounts where id = ${accountId} for key share`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from collections where key = ${known} and account_id = ${accountId} for ${lock}`.execute(tx)
  const [own] = rows
  if (own) return own.id
  const others = await sql`select from collections c where c.key = ${known} and ${isReadableCollection(context.session)}
    and ${isShownToAuthorToo(context.session, 'collection', 'c')}`.execute(tx)
  throw others.rows.length > 0 ? new AppError('FORBIDDEN') : noCollection()
}

/** Locks entries before many of them change, in the order of a withdrawal by the author of the posts. */
export async function lockEntries(tx: Queryable, id: number): Promise<{ post_id: number; position: number }[]> {
  const { rows } = await sql<{ post_id: number; position: number }>`
    select post_id, position from collection_entries where collection_id = ${id} order by post_id for update`.execute(
    tx,
  )
  return rows
}

import { sql } from 'kysely'
import type {
  CountResult,
  MutationMoveInCollectionArgs,
  MutationPutInCollectionArgs,
  MutationTakeFromCollectionArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages, entryNoteSchema } from '#rules/collections.ts'
import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { ANY_LIST, shownCollection } from '../../../platform/database/shown.ts'
import { AppError, badInput, checkInput } from '../../../platform/errors.ts'
import { bucketOf, reserveAttempt } from '../../../platform/limits/attempts.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { lockWriter } from '../../enforcement/require-writer.ts'
import { loadShop } from '../../places/shops/find-shops.ts'
import { isShopId } from '../../places/shops/shop-id.ts'
import { isEntryOf, parsePostOrPlace } from '../entries.ts'
import { entryColumnsOfShop, findSaveTarget, type SaveTarget } from '../save-place.ts'
import { lockPlan, notifyPlanOwner, requireRoomInPlan } from './plan.ts'
import { lockHearts } from './plan-members.ts'
import { hideForHeldWords, lockEntries, lockOwnCollection } from './write-collection.ts'

/**
 * Adds an entry at the end (a place, the place of a post, or a post without a place), or changes the note of an existing one;
 * without `note` the note stays. Other members may add to a collection that lets them, without a note.
 * @throws {AppError} as `lockChangeable`; NOT_FOUND for a deleted post, BAD_USER_INPUT for a full collection, RATE_LIMITED
 */
export async function putInCollection(context: MemberContext, args: MutationPutInCollectionArgs): Promise<CountResult> {
  const { note } = checkInput(entryNoteSchema, args)
  return change(context, args, { as: 'adder' }, async (tx, target, marked) => {
    const { id, isOwn } = target
    if (!isOwn && note !== '') throw badInput([{ field: 'note', message: collectionMessages.noteOfOwner }])
    const known = await sql<{ note: string }>`
      select e.note from collection_entries e where e.collection_id = ${id} and ${isEntryOf(marked)}`.execute(tx)
    if (known.rows[0]) {
      if (!isOwn || typeof args.note !== 'string' || known.rows[0].note === note) return 0
      await sql`update collection_entries e set note = ${note}
        where e.collection_id = ${id} and ${isEntryOf(marked)}`.execute(tx)
    } else if (!(await add(context, tx, { target, marked, note }))) {
      return 0
    }
    await hideForHeldWords(tx, id, [note])
    return 1
  })
}

/**
 * Removes an entry; from another's collection only one that the caller has added.
 * @throws {AppError} as `lockChangeable`; NOT_FOUND for an invalid id of a post, FORBIDDEN for an entry that others added,
 * RATE_LIMITED
 */
export async function takeFromCollection(
  context: MemberContext,
  args: MutationTakeFromCollectionArgs,
): Promise<CountResult> {
  return change(context, args, { as: 'taker' }, async (tx, { id, isOwn }, marked) => {
    const { rows } = await sql<{ post_id: number; isAdded: boolean }>`
      select e.post_id, (e.added_by = ${context.session.accountId}) is true as "isAdded" from collection_entries e
      where e.collection_id = ${id} and ${isEntryOf(marked)} for update`.execute(tx)
    const [entry] = rows
    if (!(isOwn || entry?.isAdded)) throw new AppError('FORBIDDEN')
    if (!entry) return 0
    await lockHearts(tx, sql`(collection_id, post_id) = (${id}, ${entry.post_id})`)
    await sql`delete from collection_entries where (collection_id, post_id) = (${id}, ${entry.post_id})`.execute(tx)
    return 1
  })
}

/**
 * Moves an entry to a position, counted from 1; one that is too large means the end.
 * @throws {AppError} as `takeFromCollection`; BAD_USER_INPUT below 1
 */
export async function moveInCollection(
  context: MemberContext,
  args: MutationMoveInCollectionArgs,
): Promise<CountResult> {
  if (args.position < 1) throw badInput([{ field: 'position', message: collectionMessages.position }])
  return change(context, args, { as: 'owner' }, async (tx, { id }, marked) => {
    const entries = await lockEntries(tx, id)
    const ids = entries.toSorted((a, b) => a.position - b.position).map(({ post_id }) => post_id)
    const { rows } = await sql<{ post_id: number }>`
      select e.post_id from collection_entries e where e.collection_id = ${id} and ${isEntryOf(marked)}`.execute(tx)
    const [moved] = rows
    if (!moved) throw new AppError('NOT_FOUND')
    const from = ids.indexOf(moved.post_id)
    ids.splice(from, 1)
    const to = Math.min(args.position - 1, ids.length)
    ids.splice(to, 0, moved.post_id)
    if (to === from) return 0
    await sql`update collection_entries e set position = ordered.position
      from unnest(${ids}::bigint[]) with ordinality as ordered (post_id, position)
      where e.collection_id = ${id} and e.post_id = ordered.post_id`.execute(tx)
    return 1
  })
}

type Target = Readonly<{ id: number; ownerId: number; isOwn: boolean }>

type Role = Readonly<{ as: 'owner' | 'adder' | 'taker' }>

type Change = (tx: Queryable, target: Target, marked: SaveTarget) => Promise<number>

type Args = Readonly<{ id: string; post?: string | null | undefined; place?: string | null | undefined }>

async function change(context: MemberContext, args: Args, role: Role, work: Change): Promise<CountResult> {
  const { accountId } = context.session
  const run = async () => {
    const marked = await findMarked(context, args, role)
    return context.db.transaction().execute(async (tx) => {
      if (marked.post !== null) await sql`select from posts where id = ${marked.post} for share`.execute(tx)
      await lockWriter(tx, accountId)
      const target = await lockChangeable(tx, context, args.id, role)
      const count = await work(tx, target, marked)
      if (count > 0) await sql`update collections set updated_at = now() where id = ${target.id}`.execute(tx)
      return count
    })
  }
  const count = await limited(context, 'like', run)
  if (count > 0) changesOf(context.db).announce([shownCollection(args.id), ANY_LIST])
  return { count, id: args.id }
}

/**
 * Finds the post or place that the arguments name. A shop's entry has the shop's id in place of a post's, so `post` may be
 * it.
 * @throws {AppError} as `parsePostOrPlace`; NOT_FOUND
 */
async function findMarked(context: MemberContext, args: Args, { as }: Role): Promise<SaveTarget> {
  const asked = parsePostOrPlace(args)
  if ('post' in asked && !isShopId(asked.post)) return asked
  const place = 'post' in asked ? asked.post : asked.place
  return as === 'adder' ? findSaveTarget(context, place) : { post: null, place }
}

/**
 * Locks one of the caller's collections, or another's in which members may make this change.
 * @throws {AppError} as `lockOwnCollection`; FORBIDDEN for another's that lets nobody add
 */
async function lockChangeable(tx: Queryable, context: MemberContext, key: string, { as }: Role): Promise<Target> {
  const { accountId } = context.session
  const isOthers = as !== 'owner' && (await isOfOthers(tx, accountId, key))
  if (!isOthers) return { id: await lockOwnCollection(tx, context, key), ownerId: accountId, isOwn: true }
  const plan = await lockPlan(tx, context, key)
  if (as === 'adder' && !plan.membersAdd) throw new AppError('FORBIDDEN')
  return { ...plan, isOwn: false }
}

async function isOfOthers(tx: Queryable, accountId: number, key: string): Promise<boolean> {
  const { rows } = await sql`select from collections
    where key = ${isHandle(key) ? key : ''} and account_id <> ${accountId}`.execute(tx)
  return rows.length > 0
}

type Added = Readonly<{ target: Target; marked: SaveTarget; note: string }>

/** @returns false if an edit has moved another entry to the place meanwhile */
async function add(context: MemberContext, tx: Queryable, { target, marked, note }: Added): Promise<boolean> {
  const { id, isOwn } = target
  const { accountId } = context.session
  const addedBy = isOwn ? null : accountId
  const { rows } = await sql<{ count: number; last: number; added: number }>`
    select count(*)::integer as count, coalesce(max(position), 0) as last,
      (count(*) filter (where added_by = ${addedBy}::bigint))::integer as added
    from collection_entries where collection_id = ${id}`.execute(tx)
  const { count = 0, last = 0, added = 0 } = rows[0] ?? {}
  if (count >= collectionLimits.entries) throw badInput([{ field: 'post', message: collectionMessages.full }])
  if (!isOwn) {
    if (added >= collectionLimits.added) throw badInput([{ field: 'post', message: collectionMessages.added }])
    await requireRoomInPlan(tx, target, accountId)
    await countAddition(context, tx, id)
  }
  const place = await loadAdded(tx, context, marked)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('collection_entries')
    .values({ collection_id: id, position: last + 1, note, added_by: addedBy, ...place })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  if (!isOwn) await notifyPlanOwner(tx, target, accountId)
  return true
}

/** Columns of a new entry. @throws {AppError} NOT_FOUND for what the caller does not see, or a post that has moved meanwhile */
async function loadAdded(tx: Queryable, { session }: MemberContext, marked: SaveTarget) {
  if (marked.post === null) {
    const { place, shop } = marked
    if (!shop) throw new AppError('NOT_FOUND')
    return { post_id: place, venue_id: place, ...entryColumnsOfShop(shop) }
  }
  const { post } = marked
  const { rows } = await sql<{ place: number | null }>`
    select (select venue_id from venue_posts where post_id = p.id) as place
    from posts p where p.id = ${post} and ${isShownTo(session, 'post', 'p')}`.execute(tx)
  const [found] = rows
  if (!found || (marked.place !== undefined && marked.place !== found.place)) throw new AppError('NOT_FOUND')
  const { place } = found
  const shop = place !== null && isShopId(place) ? await loadShop(tx, place) : null
  return { post_id: post, venue_id: place, ...(shop?.id === place && entryColumnsOfShop(shop)) }
}

/**
 * Counts what the caller has added, also if it was removed again or `leavePlan` has ended it.
 * @throws {AppError} BAD_USER_INPUT for one too many
 */
async function countAddition({ secrets, session }: MemberContext, tx: Queryable, id: number): Promise<void> {
  const limit = { count: collectionLimits.addedInMonth, seconds: 30 * 24 * 60 * 60 }
  const bucket = bucketOf(secrets, limit, 'added to collection', String(id), String(session.accountId))
  await reserveAttempt(tx, [bucket]).catch((error: unknown) => {
    const isFull = error instanceof AppError && error.code === 'RATE_LIMITED'
    throw isFull ? badInput([{ field: 'post', message: collectionMessages.addedInMonth }]) : error
  })
}

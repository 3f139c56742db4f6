import { type RawBuilder, sql } from 'kysely'
import type {
  CountResult,
  MutationMoveInCollectionArgs,
  MutationPutInCollectionArgs,
  MutationTakeFromCollectionArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages, noteSchema } from '#rules/collections.ts'
import { limited, type MemberContext, type OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { ANY_LIST, shownCollection } from '../../../platform/database/shown.ts'
import { AppError, badInput, checkInput, requireId } from '../../../platform/errors.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { lockWriter } from '../../enforcement/require-writer.ts'
import { hideForHeldWords, lockEntries, lockOwn } from './write-collection.ts'

/**
 * Adds a post at the end, or changes the note of an existing entry; without `note` the note stays.
 * @throws {AppError} as `lockOwn`; NOT_FOUND for a deleted post, BAD_USER_INPUT for a full collection, RATE_LIMITED
 */
export async function putInCollection(context: MemberContext, args: MutationPutInCollectionArgs): Promise<CountResult> {
  const postId = requireId(args.post)
  const { note } = checkInput(noteSchema, args)
  return change(context, args, async (tx, id) => {
    const known = await sql<{ note: string }>`
      select note from collection_entries where ${isEntryOf(id, postId)}`.execute(tx)
    if (known.rows[0]) {
      if (typeof args.note !== 'string' || known.rows[0].note === note) return 0
      await sql`update collection_entries set note = ${note} where ${isEntryOf(id, postId)}`.execute(tx)
    } else {
      await add(context, tx, { id, postId, note })
    }
    await hideForHeldWords(tx, id, [note])
    return 1
  })
}

/** @throws {AppError} as `lockOwn`; NOT_FOUND for an invalid id of a post, RATE_LIMITED */
export async function takeFromCollection(
  context: MemberContext,
  args: MutationTakeFromCollectionArgs,
): Promise<CountResult> {
  const postId = requireId(args.post)
  return change(context, args, async (tx, id) => {
    const { rows } = await sql`
      delete from collection_entries where ${isEntryOf(id, postId)} returning post_id`.execute(tx)
    return rows.length
  })
}

/**
 * Positions begin at 1; larger ones mean the end.
 * @throws {AppError} as `takeFromCollection`; BAD_USER_INPUT below 1
 */
export async function moveInCollection(
  context: MemberContext,
  args: MutationMoveInCollectionArgs,
): Promise<CountResult> {
  const postId = requireId(args.post)
  if (args.position < 1) throw badInput([{ field: 'position', message: collectionMessages.position }])
  return change(context, args, async (tx, id) => {
    const entries = await lockEntries(tx, id)
    const ids = entries.toSorted((a, b) => a.position - b.position).map(({ post_id }) => post_id)
    const { rows } = await sql<{ post_id: number }>`
      select post_id from collection_entries where ${isEntryOf(id, postId)}`.execute(tx)
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

/** SQL: the entry of a post, or of another post of its place. */
function isEntryOf(id: number, postId: number): RawBuilder<boolean> {
  return sql<boolean>`(collection_id = ${id} and (post_id = ${postId}
    or venue_id = (select venue_id from venue_posts where post_id = ${postId})))`
}

type Change = (tx: Queryable, id: number) => Promise<number>

async function change(context: MemberContext, args: { id: string; post: string }, work: Change): Promise<CountResult> {
  const { accountId } = context.session
  const run = () =>
    context.db.transaction().execute(async (tx) => {
      await sql`select from posts where id = ${requireId(args.post)} for share`.execute(tx)
      await lockWriter(tx, accountId)
      const id = await lockOwn(tx, context, args.id)
      const count = await work(tx, id)
      if (count > 0) await sql`update collections set updated_at = now() where id = ${id}`.execute(tx)
      return count
    })
  const count = await limited(context, 'like', run)
  if (count > 0) changesOf(context.db).announce([shownCollection(args.id), ANY_LIST])
  return { count, id: args.id }
}

async function add(
  context: OperationContext,
  tx: Queryable,
  { id, postId, note }: { id: number; postId: number; note: string },
): Promise<void> {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::integer as count, coalesce(max(position), 0) as last
    from collection_entries where collection_id = ${id}`.execute(tx)
  const { count = 0, last = 0 } = rows[0] ?? {}
  if (count >= collectionLimits.entries) throw badInput([{ field: 'post', message: collectionMessages.full }])
  const added = await sql`
    insert into collection_entries (collection_id, post_id, venue_id, position, note)
    select ${id}, p.id, (select venue_id from venue_posts where post_id = p.id), ${last + 1}, ${note} from posts p
    where p.id = ${postId} and ${isShownTo(context.session, 'post', 'p')} returning post_id`.execute(tx)
  if (added.rows.length === 0) throw new AppError('NOT_FOUND')
}

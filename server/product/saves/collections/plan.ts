import { sql } from 'kysely'
import type {
  CountResult,
  MutationLeavePlanArgs,
  MutationSetHeartArgs,
  MutationSetPlanArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages, planSchema } from '#rules/collections.ts'
import { DAY_MS } from '#rules/dates.ts'
import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { ANY_LIST, shownCollection } from '../../../platform/database/shown.ts'
import { AppError, badInput, checkInput, requireId } from '../../../platform/errors.ts'
import { isShownToAuthorToo } from '../../authors/visibility.ts'
import { lockWriter } from '../../enforcement/require-writer.ts'
import { notifyMember } from '../../notifications/notify.ts'
import { isShopId } from '../../places/shops/shop-id.ts'
import { isEntryOf, isEntryShownTo, representingPost } from '../entries.ts'
import { isReadableCollection, noCollection, type PresentedCollection } from './get-collection.ts'
import { isPlanMember, lockHearts, type Plan, planMembersOf } from './plan-members.ts'
import { hideForHeldWords, loadCollectionById, lockOwnCollection } from './write-collection.ts'

/**
 * Sets the time, the starting point and whether members may add, of a collection of the caller.
 * @throws {AppError} as `lockOwnCollection`; BAD_USER_INPUT, RATE_LIMITED
 */
export async function setPlan(context: MemberContext, args: MutationSetPlanArgs): Promise<PresentedCollection> {
  const { at, from, membersAdd } = checkInput(planSchema, args)
  if (typeof at === 'number') requireComing(at)
  const point =
    from === undefined
      ? {}
      : { from_name: from?.name ?? null, from_lat: from?.lat ?? null, from_lng: from?.lng ?? null }
  const set = () =>
    context.db.transaction().execute(async (tx) => {
      await lockWriter(tx, context.session.accountId)
      const id = await lockOwnCollection(tx, context, args.id)
      await tx
        .updateTable('collections')
        .set({
          updated_at: sql<Date>`now()`,
          ...point,
          ...(at !== undefined && { plan_at: at === null ? null : new Date(at) }),
          ...(typeof membersAdd === 'boolean' && { members_add: membersAdd }),
        })
        .where('id', '=', id)
        .execute()
      await hideForHeldWords(tx, id, [from?.name ?? ''])
      return id
    })
  const id = await limited(context, 'change', set)
  changesOf(context.db).announce([shownCollection(args.id), ANY_LIST])
  return loadCollectionById(context, id)
}

function requireComing(at: number): void {
  const now = Date.now()
  if (at < now) throw badInput([{ field: 'at', message: collectionMessages.planPast }])
  if (at > now + collectionLimits.daysAhead * DAY_MS)
    throw badInput([{ field: 'at', message: collectionMessages.planFar }])
}

/**
 * Puts the caller's heart on a place of a collection, or takes it away; repeating it changes nothing. Returns the place's
 * hearts.
 * @throws {AppError} as `lockPlan`; NOT_FOUND for a place that the caller does not see there, BAD_USER_INPUT for one member
 * too many, RATE_LIMITED
 */
export async function setHeart(context: MemberContext, args: MutationSetHeartArgs): Promise<CountResult> {
  const { session } = context
  const post = requireId(args.post)
  const asked = isShopId(post) ? { post: null, place: post } : { post }
  const set = () =>
    context.db.transaction().execute(async (tx) => {
      await lockWriter(tx, session.accountId)
      const plan = await lockPlan(tx, context, args.id)
      const { rows } = await sql<{ post_id: number }>`
        select e.post_id from collection_entries e
        left join lateral ${representingPost('collection_entries', 'e', { reader: session })} p on true
        where e.collection_id = ${plan.id} and ${isEntryOf(asked)} and ${isEntryShownTo(session, 'e')}
        for key share of e`.execute(tx)
      const [entry] = rows
      if (!entry) throw new AppError('NOT_FOUND', { message: collectionMessages.noEntry })
      if (args.on) await addHeart(tx, context, { plan, entryId: entry.post_id })
      else
        await sql`delete from collection_hearts
          where (collection_id, post_id, account_id) = (${plan.id}, ${entry.post_id}, ${session.accountId})`.execute(tx)
      return countHearts(tx, context, { plan, entryId: entry.post_id })
    })
  const count = await limited(context, 'like', set)
  changesOf(context.db).announce([shownCollection(args.id)])
  return { count, id: args.id }
}

type Chosen = Readonly<{ plan: Plan; entryId: number }>

async function addHeart(tx: Queryable, { session }: MemberContext, { plan, entryId }: Chosen): Promise<void> {
  const { accountId } = session
  await requireRoomInPlan(tx, plan, accountId)
  const { rows } = await sql`insert into collection_hearts (collection_id, post_id, account_id)
    values (${plan.id}, ${entryId}, ${accountId}) on conflict do nothing returning post_id`.execute(tx)
  if (rows.length > 0) await notifyPlanOwner(tx, plan, accountId)
}

async function countHearts(tx: Queryable, { session }: MemberContext, { plan, entryId }: Chosen): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from collection_hearts h join accounts a on a.id = h.account_id
    where (h.collection_id, h.post_id) = (${plan.id}, ${entryId}) and ${isPlanMember(plan, session)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function notifyPlanOwner(tx: Queryable, { id, ownerId }: Plan, actorId: number): Promise<void> {
  await notifyMember(tx, { kind: 'plan', recipientId: ownerId, actorId, collectionId: id })
}

/**
 * Refuses one more member in a full plan. The collection is locked, so that simultaneous requests cannot exceed the limit.
 * Members in a block with the owner do not count.
 * @throws {AppError} BAD_USER_INPUT for one member too many
 */
export async function requireRoomInPlan(tx: Queryable, plan: Plan, accountId: number): Promise<void> {
  if (plan.ownerId === accountId) return
  const { rows } = await sql<{ count: number; isIn: boolean | null }>`
    select count(distinct a.id)::integer as count, bool_or(a.id = ${accountId}) as "isIn"
    from (${planMembersOf(plan.id)}) chosen join accounts a on a.id = chosen.account_id
    where a.id <> ${plan.ownerId} and ${isPlanMember(plan, null)}`.execute(tx)
  const { count = 0, isIn = false } = rows[0] ?? {}
  if (!isIn && count >= collectionLimits.choosers)
    throw badInput([{ field: 'id', message: collectionMessages.choosers }])
}

type Locked = Plan & Readonly<{ membersAdd: boolean }>

/**
 * Locks a collection that the caller may read and that is not private; its hearts and places then change one request at a
 * time. The owner's account is locked before it, in the order of a withdrawal, because the owner may be notified. Lock the
 * caller first.
 * @throws {AppError} NOT_FOUND for a collection that the caller may not read, BAD_USER_INPUT for their own private one
 */
export async function lockPlan(tx: Queryable, { session }: MemberContext, key: string): Promise<Locked> {
  const known = sql`c.key = ${isHandle(key) ? key : ''} and ${isReadableCollection(session)}
    and ${isShownToAuthorToo(session, 'collection', 'c')}`
  await sql`select from accounts where id = (select c.account_id from collections c where ${known}) for key share`.execute(
    tx,
  )
  const { rows } = await sql<Locked & { isPrivate: boolean }>`
    select c.id, c.account_id as "ownerId", c.members_add as "membersAdd", c.visibility = 'private' as "isPrivate"
    from collections c where ${known} for no key update`.execute(tx)
  const [plan] = rows
  if (!plan) throw noCollection()
  if (plan.isPrivate) throw badInput([{ field: 'id', message: collectionMessages.heartPrivate }])
  return plan
}

/**
 * Removes the caller's hearts from a plan, and their name from places that they added. It needs no right to read the
 * collection, which may have become private, or its owner hidden.
 * @throws {AppError} NOT_FOUND for a collection that the caller neither reads nor takes part in, RATE_LIMITED
 */
export async function leavePlan(context: MemberContext, { id: key }: MutationLeavePlanArgs): Promise<CountResult> {
  const { session } = context
  const { accountId } = session
  const known = isHandle(key) ? key : ''
  const leave = () =>
    context.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; isShown: boolean }>`
        select c.id, ${isReadableCollection(session)} and ${isShownToAuthorToo(session, 'collection', 'c')} as "isShown"
        from collections c where c.key = ${known} for no key update`.execute(tx)
      const [plan] = rows
      const id = plan?.id ?? null
      // Locked in the order of a withdrawal.
      await sql`select from collection_entries where collection_id = ${id}::bigint and added_by = ${accountId}
        order by post_id for update`.execute(tx)
      await lockHearts(tx, sql`collection_id = ${id}::bigint and account_id = ${accountId}`)
      const added = await sql`update collection_entries set added_by = null
        where collection_id = ${id}::bigint and added_by = ${accountId} returning post_id`.execute(tx)
      const hearts = await sql`delete from collection_hearts
        where collection_id = ${id}::bigint and account_id = ${accountId} returning post_id`.execute(tx)
      const count = added.rows.length + hearts.rows.length
      if (count === 0 && !plan?.isShown) throw noCollection()
      return count
    })
  const count = await limited(context, 'like', leave)
  if (count > 0) changesOf(context.db).announce([shownCollection(key)])
  return { count, id: key }
}

/** Loads the hearts and the places that an account has put into plans, for its export. */
export async function loadPlanChoicesOf(db: Queryable, accountId: number) {
  const { rows: hearts } = await sql<{ collection: string; postId: number; at: Date }>`
    select c.key as collection, h.post_id as "postId", h.at
    from collection_hearts h join collections c on c.id = h.collection_id
    where h.account_id = ${accountId} order by h.at, h.post_id`.execute(db)
  const { rows: added } = await sql<{ collection: string; postId: number }>`
    select c.key as collection, e.post_id as "postId"
    from collection_entries e join collections c on c.id = e.collection_id
    where e.added_by = ${accountId} order by c.id, e.position`.execute(db)
  return { hearts, added }
}

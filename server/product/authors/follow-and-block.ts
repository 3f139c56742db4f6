import { sql } from 'kysely'
import type { CountResult, MutationBlockUserArgs, MutationFollowUserArgs } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { peopleLimits, peopleMessages } from '#rules/people.ts'
import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext, type Session } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { shownAuthor } from '../../platform/database/shown.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { notifyMember } from '../notifications/notify.ts'
import { noAuthor } from './get-authors.ts'
import { isSeenBy } from './visibility.ts'

/**
 * Follows a member, or no longer. Repeating it changes nothing.
 * @throws {AppError} as `changePair`; NOT_FOUND too after a block by either
 */
export async function followUser(
  context: MemberContext,
  { handle, follow }: MutationFollowUserArgs,
): Promise<CountResult> {
  const count = await changePair(context, {
    handle,
    change: follow ? startToFollow : (tx, pair) => remove(tx, 'follows', pair),
  })
  return { count, id: null }
}

async function startToFollow(tx: Queryable, { accountId, authorId }: Pair): Promise<number> {
  const reader = { accountId, bypassesSharedCache: true }
  const { rows } = await sql<{ isSeen: boolean }>`
    select not (a.hidden or a.is_pending) and ${isSeenBy(reader, sql`a.id`)} as "isSeen"
    from accounts a where a.id = ${authorId}`.execute(tx)
  if (!rows[0]?.isSeen) throw noAuthor()
  const added = await add(tx, 'follows', { accountId, authorId })
  if (added > 0) await notifyMember(tx, { kind: 'follow', recipientId: authorId, actorId: accountId })
  return added
}

type Pair = Readonly<{ accountId: number; authorId: number }>

type Change = Readonly<{ handle: string; change: (tx: Queryable, pair: Pair) => Promise<number> }>

/**
 * Changes the relation of the caller to another member; each member's changes run one at a time, so a follow cannot
 * overtake a block. Returns the number of changed rows.
 * @throws {AppError} NOT_FOUND, BAD_USER_INPUT for the caller's own handle, RATE_LIMITED
 */
async function changePair(context: MemberContext, { handle, change }: Change): Promise<number> {
  const { session } = context
  if (session.handle === handle) throw badInput([{ field: 'handle', message: errorMessages.BAD_USER_INPUT }])
  if (!isHandle(handle)) throw noAuthor()
  const run = () => context.db.transaction().execute(async (tx) => change(tx, await lockPair(tx, session, handle)))
  const count = await limited(context, 'follow', run)
  changesOf(context.db).announce([handle, session.handle].map(shownAuthor))
  return count
}

/** Locks both accounts in order of id, which avoids deadlocks between two members. */
async function lockPair(tx: Queryable, { accountId }: Session, handle: string): Promise<Pair> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where id = ${accountId} or handle = ${handle} order by id for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (!ids.includes(accountId)) throw new AppError('UNAUTHENTICATED')
  const authorId = ids.find((id) => id !== accountId)
  if (authorId === undefined || !(await isKnown(tx, { accountId, authorId }))) throw noAuthor()
  return { accountId, authorId }
}

/**
 * Whether the caller can read the other's page or has them in a list. False for a member who has blocked the caller.
 */
async function isKnown(tx: Queryable, { accountId, authorId }: Pair): Promise<boolean> {
  const { rows } = await sql`select from accounts a where a.id = ${authorId} and (
    exists (select from follows where (account_id, author_id) = (${accountId}, a.id))
    or exists (select from blocks where (account_id, author_id) = (${accountId}, a.id))
    or not (a.hidden or a.is_pending)
      and not exists (select from blocks where (account_id, author_id) = (a.id, ${accountId})))`.execute(tx)
  return rows.length > 0
}

/**
 * Blocks a member, or no longer. After a block neither sees or follows the other. A blocked member cannot block back: the other
 * does not exist for them. Repeating it changes nothing.
 * @throws {AppError} as `changePair`
 */
export async function blockUser(
  context: MemberContext,
  { handle, block }: MutationBlockUserArgs,
): Promise<CountResult> {
  const count = await changePair(context, {
    handle,
    change: block ? startToBlock : (tx, pair) => remove(tx, 'blocks', pair),
  })
  return { count, id: null }
}

async function startToBlock(tx: Queryable, pair: Pair): Promise<number> {
  await remove(tx, 'follows', pair)
  await remove(tx, 'follows', { accountId: pair.authorId, authorId: pair.accountId })
  return add(tx, 'blocks', pair)
}

type Table = 'follows' | 'blocks'

const full = { follows: peopleMessages.tooManyFollows, blocks: peopleMessages.tooManyBlocks } as const

/** @throws {AppError} BAD_USER_INPUT beyond `peopleLimits` */
async function add(tx: Queryable, table: Table, { accountId, authorId }: Pair): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto(table)
    .values({ account_id: accountId, author_id: authorId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n && count >= peopleLimits[table]) {
    throw badInput([{ field: 'handle', message: full[table] }])
  }
  return Number(numInsertedOrUpdatedRows)
}

async function remove(tx: Queryable, table: Table, { accountId, authorId }: Pair): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('account_id', '=', accountId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

import { sql } from 'kysely'
import type { CountResult, MutationFollowUserArgs } from '#contract/schema.gen.ts'
import { peopleLimits, peopleMessages } from '#rules/people.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { badInput } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { changePair, type Pair } from './change-pair.ts'
import { noAuthor } from './get-author.ts'
import { isSeenBy } from './visibility.ts'

/** Setting the same again changes nothing. @throws {AppError} as `changePair`; NOT_FOUND too after a block by either */
export async function followUser(
  context: OperationContext,
  { handle, follow }: MutationFollowUserArgs,
): Promise<CountResult> {
  const count = await changePair(context, { handle, change: follow ? startToFollow : stopFollowing })
  return { count, id: null }
}

async function startToFollow(tx: Queryable, { accountId, authorId }: Pair): Promise<number> {
  const reader = { accountId, hasBlocks: true }
  const { rows } = await sql<{ isSeen: boolean; count: number }>`
    select ${isSeenBy(reader, sql`${authorId}::bigint`)} as "isSeen",
      (select count(*) from follows where account_id = ${accountId}) as count`.execute(tx)
  const { isSeen = false, count = 0 } = rows[0] ?? {}
  if (!isSeen) throw noAuthor()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('follows')
    .values({ account_id: accountId, author_id: authorId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n && count >= peopleLimits.follows) {
    throw badInput([{ field: 'handle', message: peopleMessages.tooManyFollows }])
  }
  if (numInsertedOrUpdatedRows > 0n) await notify(tx, { kind: 'follow', recipientId: authorId, actorId: accountId })
  return Number(numInsertedOrUpdatedRows)
}

export async function stopFollowing(tx: Queryable, { accountId, authorId }: Pair): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('follows')
    .where('account_id', '=', accountId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

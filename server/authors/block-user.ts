import type { CountResult, MutationBlockUserArgs } from '#contract/schema.gen.ts'
import { peopleLimits, peopleMessages } from '#rules/people.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { badInput } from '../errors.ts'
import { changePair, type Pair } from './change-pair.ts'
import { stopFollowing } from './follow-user.ts'

/**
 * From then on neither sees the other, and neither follows the other. Who was blocked by the other may block too. Setting
 * the same again changes nothing. @throws {AppError} as `changePair`
 */
export async function blockUser(
  context: OperationContext,
  { handle, block }: MutationBlockUserArgs,
): Promise<CountResult> {
  const count = await changePair(context, { handle, change: block ? startToBlock : stopBlocking })
  return { count, id: null }
}

async function startToBlock(tx: Queryable, pair: Pair): Promise<number> {
  await stopFollowing(tx, pair)
  await stopFollowing(tx, { accountId: pair.authorId, authorId: pair.accountId })
  const { count } = await tx
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', pair.accountId)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('blocks')
    .values({ account_id: pair.accountId, author_id: pair.authorId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n && count >= peopleLimits.blocks) {
    throw badInput([{ field: 'handle', message: peopleMessages.tooManyBlocks }])
  }
  return Number(numInsertedOrUpdatedRows)
}

async function stopBlocking(tx: Queryable, { accountId, authorId }: Pair): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('blocks')
    .where('account_id', '=', accountId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

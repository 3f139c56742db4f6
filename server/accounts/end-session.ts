import type { CountResult, MutationEndSessionArgs } from '#contract/schema.gen.ts'
import { readId } from '#rules/validate.ts'
import { type OperationContext, requireSession } from '../context.ts'

/** Ends one of the caller's sessions; `count` is 0 without one. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function endSession(context: OperationContext, args: MutationEndSessionArgs): Promise<CountResult> {
  const session = requireSession(context)
  const id = readId(args.id)
  if (id === null) return { count: 0, id: null }
  const ended = await context.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', session.accountId)
    .returning('id')
    .executeTakeFirst()
  if (ended?.id === session.id) context.cookies.clearSession()
  return { count: ended ? 1 : 0, id: args.id }
}

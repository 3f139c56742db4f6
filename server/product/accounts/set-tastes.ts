import type { CountResult, MutationSetTastesArgs } from '#contract/schema.gen.ts'
import { tastesSchema } from '#rules/tastes-input.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import { checkInput } from '../../platform/errors.ts'

/** Replaces the dishes that the caller likes. @throws {AppError} BAD_USER_INPUT, RATE_LIMITED */
export async function setTastes(context: MemberContext, args: MutationSetTastesArgs): Promise<CountResult> {
  const { db, session } = context
  const { dishes } = checkInput(tastesSchema, args)
  await limited(context, 'change', () =>
    db.updateTable('accounts').set({ tastes: dishes }).where('id', '=', session.accountId).execute(),
  )
  changesOf(db).announce(null)
  return { count: 1, id: null }
}

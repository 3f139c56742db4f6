import type { CountResult, MutationSetRoleArgs } from '#contract/schema.gen.ts'
import { isHandle } from '#rules/validate.ts'
import { noAuthor } from '../authors/get-people.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { record } from '../house-rules/decisions.ts'
import { type Role, requireMay, requireModerator } from './policy.ts'

/** By an admin, about anybody but admins and themselves. @throws {AppError} as `requireModerator`; FORBIDDEN, NOT_FOUND */
export async function setRole(context: OperationContext, { handle, role }: MutationSetRoleArgs): Promise<CountResult> {
  const session = requireModerator(context, 'grant')
  if (!isHandle(handle)) throw noAuthor()
  const count = await context.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['id', 'role'])
      .where('handle', '=', handle)
      .forUpdate()
      .executeTakeFirst()
    if (!account) throw noAuthor()
    requireMay(session, 'grant', { accountId: account.id, role: account.role })
    return changeRole(tx, { actorId: session.accountId, accountId: account.id, role })
  })
  return { count, id: handle }
}

type Change = Readonly<{ actorId: number | null; accountId: number; role: Role }>

/** Returns 1 when something changed. */
export async function changeRole(tx: Queryable, { actorId, accountId, role }: Change): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ role })
    .where('id', '=', accountId)
    .where('role', '<>', role)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await record(tx, { actorId, action: `grant ${role}`, aboutId: accountId, kind: 'author' })
  return Number(numUpdatedRows)
}

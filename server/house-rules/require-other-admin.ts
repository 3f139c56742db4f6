import { moderationMessages } from '#rules/moderation.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'

/** The last admin stays. @throws {AppError} FORBIDDEN when nobody else is one */
export async function requireOtherAdmin(tx: Queryable, accountId: number): Promise<void> {
  const admins = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  const isAdmin = admins.some(({ id }) => id === accountId)
  if (isAdmin && admins.length === 1) throw new AppError('FORBIDDEN', { message: moderationMessages.lastAdmin })
}

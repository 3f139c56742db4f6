import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext, type Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError } from '../../platform/errors.ts'
import { memberGroup } from '../accounts/known-device.ts'
import {
  confirmOwner,
  currentPasswordHash,
  type OwnerProof,
  requireOwnerProof,
} from '../accounts/passkeys/confirm-owner.ts'
import { noAuthor } from '../authors/get-authors.ts'
import { type Role, requireModerationRight } from './policy.ts'

export type TargetMember = Readonly<{ accountId: number; role: Role }>

type Action = 'grant' | 'care'

type About = Readonly<{ handle: string }> & OwnerProof

/**
 * Runs `work` about another member once the admin has proved to be there: a stolen session alone is not enough.
 * @throws {AppError} FORBIDDEN for moderators, about admins and oneself; NOT_FOUND, BAD_USER_INPUT, BAD_CREDENTIALS,
 * EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function confirmAdmin<T>(
  context: MemberContext,
  action: Action,
  args: About,
  work: (target: TargetMember) => Promise<T>,
): Promise<T> {
  const { session, db, ip } = context
  const target = await findTargetMember(db, args.handle)
  requireModerationRight(session, action, target)
  const given = requireOwnerProof(args)
  context.passwords.requireRoom(memberGroup(ip, session.accountId))
  return limited(context, 'change', async () => {
    const hash = await currentPasswordHash(db, session)
    return confirmOwner(context, hash, given, () => work(target))
  })
}

/** @throws {AppError} NOT_FOUND */
export async function findTargetMember(db: Queryable, handle: string): Promise<TargetMember> {
  if (!isHandle(handle)) throw noAuthor()
  const row = await db.selectFrom('accounts').select(['id', 'role']).where('handle', '=', handle).executeTakeFirst()
  if (!row) throw noAuthor()
  return { accountId: row.id, role: row.role }
}

/**
 * Locks the account and checks the right again: its role, and that of the admin, may have changed while the request waited.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, UNAUTHENTICATED once the session has ended
 */
export async function lockTargetMember(
  tx: Queryable,
  session: Session,
  action: Action,
  accountId: number,
): Promise<void> {
  const row = await tx.selectFrom('accounts').select('role').where('id', '=', accountId).forUpdate().executeTakeFirst()
  if (!row) throw noAuthor()
  const actor = await tx
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.role')
    .where('sessions.id', '=', session.id)
    .executeTakeFirst()
  if (!actor) throw new AppError('UNAUTHENTICATED')
  requireModerationRight({ ...session, role: actor.role }, action, { accountId, role: row.role })
}

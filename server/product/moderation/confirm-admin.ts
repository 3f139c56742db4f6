import { isHandle } from '#rules/validate.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { memberGroup } from '../accounts/known-device.ts'
import { confirmOwner, currentPasswordHash, type Given, requireGiven } from '../accounts/passkeys/confirm-owner.ts'
import { noAuthor } from '../authors/get-authors.ts'
import { type Role, requireMay } from './policy.ts'

export type Target = Readonly<{ accountId: number; role: Role }>

type About = Readonly<{ handle: string }> & Given

/**
 * Does `work` about another member, once the admin has proved to be there: a stolen session alone does none of it.
 * @throws {AppError} FORBIDDEN for moderators, about admins and oneself; NOT_FOUND, BAD_USER_INPUT, BAD_CREDENTIALS,
 * EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function confirmAdmin<T>(
  context: MemberContext,
  action: 'grant' | 'care',
  args: About,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { session, db, ip } = context
  const target = await findTarget(db, args.handle)
  requireMay(session, action, target)
  const given = requireGiven(args)
  context.passwords.requireRoom(memberGroup(ip, session.accountId))
  return limited(context, 'change', async () => {
    const hash = await currentPasswordHash(db, session)
    return confirmOwner(context, hash, given, () => work(target))
  })
}

/** @throws {AppError} NOT_FOUND */
export async function findTarget(db: Queryable, handle: string): Promise<Target> {
  if (!isHandle(handle)) throw noAuthor()
  const row = await db.selectFrom('accounts').select(['id', 'role']).where('handle', '=', handle).executeTakeFirst()
  if (!row) throw noAuthor()
  return { accountId: row.id, role: row.role }
}

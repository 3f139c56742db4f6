import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { addToModerationRecord } from '../../enforcement/decisions.ts'
import { endBegunLogins } from '../find-account.ts'
import { queueNotice } from '../mails/notices.ts'
import { endLinkedLogins } from '../providers/linked-logins.ts'

/**
 * For an operator: removes all ways to sign in to an account but its password, ends its sessions, tells the owner and records
 * it. False if it has only the password. Lock the account before.
 */
export async function resetSignInToPassword(
  tx: Queryable,
  context: Pick<OperationContext, 'config' | 'secrets' | 'ip' | 'session'>,
  accountId: number,
): Promise<boolean> {
  const of = (table: 'two_steps' | 'passkeys' | 'sessions') =>
    tx.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst()
  const { numDeletedRows: steps } = await of('two_steps')
  const { numDeletedRows: passkeys } = await of('passkeys')
  const links = await endLinkedLogins(tx, context, accountId)
  if (steps + passkeys === 0n && links === 0) return false
  await of('sessions')
  await endBegunLogins(tx, accountId)
  await queueNotice(tx, context, accountId, ['sign-in reset'])
  await addToModerationRecord(tx, { actorId: null, action: 'reset sign-in', aboutId: accountId, kind: 'author' })
  return true
}

import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findAccountById } from './find-account.ts'
import { formerEmails } from './former-identity.ts'
import { type Change, lifetimes, noticeLetter } from './letters.ts'

/**
 * Tells the owner what changed, at the address the account has now and at those it had in the last 72 h (decision D11).
 * Belongs before the change of an e-mail address, in its transaction.
 */
export async function queueNotice(
  tx: Queryable,
  { config, secrets }: OperationContext,
  accountId: number,
  changes: readonly Change[],
): Promise<void> {
  const account = await findAccountById(tx, accountId)
  if (!account) return
  const addresses = new Set([account.email, ...(await formerEmails(tx, accountId))])
  for (const to of addresses) {
    for (const change of changes) {
      await queueMail(tx, secrets, { accountId, message: noticeLetter(config, to, change), lifetime: lifetimes.notice })
    }
  }
}

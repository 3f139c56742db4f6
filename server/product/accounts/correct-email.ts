import { sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import { memberCareMessages } from '#rules/member-care.ts'
import type { Services } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/queue.ts'
import { deleteFormerEmails, findAccountById, requireNotRecoveryAddress } from './find-account.ts'
import { addressCorrectedEmail, mailLifetimes } from './mails/emails.ts'
import { endLinkedLogins } from './providers/linked-logins.ts'

/**
 * Replaces an account's address for an admin, and mails both addresses. Recovery mails go to the new one at once; temporary
 * passwords and linked logins end.
 * @param named settings with the site's present name
 * @throws {AppError} NOT_FOUND, BAD_USER_INPUT for the address that it has, CONFLICT for a taken one
 */
export async function correctEmail(
  tx: Queryable,
  { config: named, secrets }: Pick<Services, 'config' | 'secrets'>,
  { accountId, email }: Readonly<{ accountId: number; email: string }>,
): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const account = await findAccountById(tx, accountId)
  if (!account) throw new AppError('NOT_FOUND')
  if (account.email_key === emailKey(email)) throw badInput([{ field: 'email', message: memberCareMessages.same }])
  const taken = await tx.selectFrom('accounts').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst()
  if (taken) throw new AppError('CONFLICT')
  await requireNotRecoveryAddress(tx, email, accountId)
  await tx
    .updateTable('accounts')
    .set({
      email,
      email_key: emailKey(email),
      email_verified: !named.mail.verifies,
      email_since: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute()
  await deleteFormerEmails(tx, accountId)
  // Somebody else may have linked their own account at a provider.
  await endLinkedLogins(tx, { config: named }, accountId)
  await tx.deleteFrom('recovery_tickets').where('account_id', '=', accountId).execute()
  for (const [to, isNew] of [
    [account.email, false],
    [email, true],
  ] as const) {
    await queueMail(tx, secrets, {
      accountId,
      message: addressCorrectedEmail(named, to, isNew),
      lifetime: mailLifetimes.notice,
    })
  }
}

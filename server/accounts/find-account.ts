import { sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Queryable } from '../db/connect.ts'
import { isRecoveryAddress } from './former-identity.ts'

/** An account as the operations of this folder work with it. */
export type Account = Awaited<ReturnType<typeof selectAccounts>>[number]

/** The account of an e-mail address in any case, or undefined. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return accounts(db).where('accounts.email_key', '=', emailKey(email)).executeTakeFirst()
}

/** The account of that id, or undefined once it is gone. */
export async function findAccountById(db: Queryable, id: number): Promise<Account | undefined> {
  return accounts(db).where('accounts.id', '=', id).executeTakeFirst()
}

/**
 * The account that a recovery is about: the one of that address, or the one that gave it up less than 72 h ago, whose
 * owner may not know the new one (P11). Of several, the one whose address it was 72 h ago, then the first that
 * gave it up: nobody hides an account by passing through its address afterwards.
 */
export async function findAccountForRecovery(db: Queryable, email: string): Promise<Account | undefined> {
  const key = emailKey(email)
  const holder = await accounts(db).where('accounts.email_key', '=', key).executeTakeFirst()
  const former = await accounts(db)
    .innerJoin('former_emails', 'former_emails.account_id', 'accounts.id')
    .where(sql`lower(former_emails.email)`, '=', key)
    .where('former_emails.ends_at', '>', sql<Date>`now()`)
    .orderBy(isRecoveryAddress, 'desc')
    .orderBy('former_emails.id')
    .limit(1)
    .executeTakeFirst()
  return holder ?? former
}

function selectAccounts(db: Queryable) {
  return accounts(db).execute()
}

function accounts(db: Queryable) {
  return db
    .selectFrom('accounts')
    .leftJoin('images', 'images.id', 'accounts.image_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.email',
      'accounts.email_key',
      'accounts.username',
      'accounts.password_hash',
      'accounts.question_index',
      'accounts.answer_sealed',
      'accounts.image_id',
      'accounts.image_url',
      'images.key as image_key',
    ])
}

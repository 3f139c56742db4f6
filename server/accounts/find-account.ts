import { sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Queryable } from '../db/connect.ts'

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
 * owner may not know the new one (decision D11).
 */
export async function findAccountForRecovery(db: Queryable, email: string): Promise<Account | undefined> {
  const key = emailKey(email)
  return accounts(db)
    .where((eb) =>
      eb.or([
        eb('accounts.email_key', '=', key),
        eb(
          'accounts.id',
          'in',
          eb
            .selectFrom('former_emails')
            .select('former_emails.account_id')
            .where(sql`lower(former_emails.email)`, '=', key)
            .where('former_emails.ends_at', '>', sql<Date>`now()`),
        ),
      ]),
    )
    .orderBy(sql`accounts.email_key = ${key}`, 'desc')
    .orderBy('accounts.id')
    .limit(1)
    .executeTakeFirst()
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

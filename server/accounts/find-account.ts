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

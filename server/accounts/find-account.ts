import { type InferResult, sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Queryable } from '../db/connect.ts'
import { isRecoveryAddress } from './former-identity.ts'

export type Account = InferResult<ReturnType<typeof accounts>>[number]

/** No account has this id: with it the same queries run, so that their time does not tell whether an account exists. */
export const NO_ACCOUNT = 0

export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return accounts(db).where('accounts.email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function findAccountById(db: Queryable, id: number): Promise<Account | undefined> {
  return accounts(db).where('accounts.id', '=', id).executeTakeFirst()
}

/** The account that has this address, or gave it up less than 72 hours ago; of several, the one that had it then. */
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

function accounts(db: Queryable) {
  return db
    .selectFrom('accounts')
    .leftJoin('image_uses', (join) =>
      join.onRef('image_uses.account_id', '=', 'accounts.id').on('image_uses.position', '=', 0),
    )
    .leftJoin('images', 'images.id', 'image_uses.image_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.email',
      'accounts.email_key',
      'accounts.username',
      'accounts.about',
      'accounts.password_hash',
      'accounts.question_index',
      'accounts.answer_sealed',
      'accounts.role',
      'image_uses.image_id',
      'image_uses.url as image_url',
      'images.key as image_key',
    ])
}

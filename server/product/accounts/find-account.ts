import { type InferResult, sql } from 'kysely'
import { emailKey, recoveryLimits } from '#rules/account.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError } from '../../platform/errors.ts'

export type Account = InferResult<ReturnType<typeof accounts>>[number]

/** Id of no account: the same queries run with it, so their time does not tell whether an account exists. */
export const NO_ACCOUNT_ID = 0

export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return accounts(db).where('accounts.email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function findAccountById(db: Queryable, id: number): Promise<Account | undefined> {
  return accounts(db).where('accounts.id', '=', id).executeTakeFirst()
}

/**
 * Finds the account that has this address. If none has, the account that gave it up less than 72 hours ago; of several,
 * the one whose recovery mails still go to it.
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
      'accounts.tastes',
      'accounts.matches_tastes',
      'accounts.password_hash',
      'accounts.question_index',
      'accounts.answer_sealed',
      'accounts.role',
      'accounts.sign_outs',
      'image_uses.url as image_url',
      'images.key as image_key',
    ])
}

/** Ends logins that wait for a code or for a link to the account: each holds `sign_outs` as it was when the login began. */
export async function endBegunLogins(tx: Queryable, id: number): Promise<void> {
  await tx.updateTable('accounts').set({ sign_outs: sql`sign_outs + 1` }).where('id', '=', id).execute()
}

// A replaced address or answer still works for recovery for a while, so that a thief of a session cannot lock the owner
// out by changing them. After several changes the oldest counts.
const KEPT_UNTIL = sql<Date>`now() + ${recoveryLimits.formerHours} * interval '1 hour'`
const isKept = sql<boolean>`ends_at > now()`

const isRecoveryAddress = sql<boolean>`not exists (
  select from former_emails as older
  where older.account_id = former_emails.account_id and older.id < former_emails.id and older.ends_at > now())`

export type SealedAnswer = { question_index: number; answer_sealed: Buffer }

export async function keepFormerEmail(tx: Queryable, accountId: number, email: string): Promise<void> {
  await tx.insertInto('former_emails').values({ account_id: accountId, email, ends_at: KEPT_UNTIL }).execute()
}

/** Lets recovery mails go to the present address at once, when an admin corrects an address that its owner cannot read. */
export async function deleteFormerEmails(tx: Queryable, accountId: number): Promise<void> {
  await tx.deleteFrom('former_emails').where('account_id', '=', accountId).execute()
}

export async function keepFormerAnswer(
  tx: Queryable,
  accountId: number,
  { question_index, answer_sealed }: SealedAnswer,
): Promise<void> {
  await tx
    .insertInto('former_answers')
    .values({ account_id: accountId, question_index, answer_sealed, ends_at: KEPT_UNTIL })
    .execute()
}

/** Loads the address that gets recovery mails: of those of the last 72 hours the oldest. */
export async function loadRecoveryAddress(db: Queryable, account: { id: number; email: string }): Promise<string> {
  const oldest = await db
    .selectFrom('former_emails')
    .select('email')
    .where('account_id', '=', account.id)
    .where(isKept)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest?.email ?? account.email
}

/** Loads the security answer that was replaced in the last 72 hours; of several the oldest. */
export async function loadFormerAnswer(db: Queryable, accountId: number): Promise<SealedAnswer | undefined> {
  return db
    .selectFrom('former_answers')
    .select(['question_index', 'answer_sealed'])
    .where('account_id', '=', accountId)
    .where(isKept)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Refuses an address that still gets another account's recovery mails. @throws {AppError} CONFLICT */
export async function requireNotRecoveryAddress(tx: Queryable, email: string, accountId: number): Promise<void> {
  const row = await tx
    .selectFrom('former_emails')
    .select('id')
    .where(sql`lower(email)`, '=', emailKey(email))
    .where('account_id', '<>', accountId)
    .where(isKept)
    .where(isRecoveryAddress)
    .executeTakeFirst()
  if (row) throw new AppError('CONFLICT')
}

export async function purgeFormerEmailsAndAnswers(db: Queryable): Promise<void> {
  await db.deleteFrom('former_emails').where('ends_at', '<=', sql<Date>`now()`).execute()
  await db.deleteFrom('former_answers').where('ends_at', '<=', sql<Date>`now()`).execute()
}

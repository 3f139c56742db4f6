import { type RawBuilder, sql } from 'kysely'
import type { CountResult, ReturnedMail as ReturnedMailOfApi } from '#contract/schema.gen.ts'
import { emailKey } from '#rules/account.ts'
import type { MemberContext, Services } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { columnArraysOf } from '../../../platform/database/prepared.ts'
import { bucketOf, reserveAttempt } from '../../../platform/limits/attempts.ts'
import { type MailReturns, queueMail } from '../../../platform/mail/queue.ts'
import { type ReturnedMail, type ReturnKind, sentAtOf } from '../../../platform/mail/returns/returned-mail.ts'
import { loadConfigWithSiteName } from '../../look/load-look.ts'
import { findAccountById } from '../find-account.ts'
import { verificationMailsBucket } from '../verify-email.ts'
import { deliveryTestEmail, mailLifetimes } from './emails.ts'
import { loadMailStop, mailStopReason } from './mail-stops.ts'
import { recipientKey } from './notices.ts'

/** Returned mails stored of one account; more say nothing new. */
const MOST_OF_ACCOUNT = 20

/**
 * Days after which a returned mail that stops nothing is deleted: longer than a mail's signed name is accepted, so that none
 * counts twice.
 */
const KEPT_DAYS = 31

const TRIES = { count: 3, seconds: 86_400 } as const

/** SQL of the number of accounts whose mails are stopped. */
export const stoppedAccountsCount: RawBuilder<number> = sql`(select count(*)::int
  from (select distinct account_id as id from returned_mails where not is_settled) a
  where ${mailStopReason(sql.ref('a.id'))} is not null)`

/** Lets the mail queue ask whether an address is stopped, and report mails that came back. */
export function createMailReturns(services: Pick<Services, 'db' | 'secrets' | 'log'>): MailReturns {
  return {
    isStopped: async (accountId, email) => (await loadMailStop(services.db, accountId, email)).stop !== null,
    note: (mails) => storeReturnedMails(services, mails),
  }
}

/**
 * Stores returned mails that were sent to the present address of an account since the account has it; others are ignored.
 * A mail counts once, and a soft return may become a hard one.
 * @returns how many were new
 */
export async function storeReturnedMails(
  { db, secrets, log }: Pick<Services, 'db' | 'secrets' | 'log'>,
  mails: readonly ReturnedMail[],
): Promise<number> {
  const sent = mails.flatMap((mail) => {
    const seconds = sentAtOf(secrets, mail)
    return seconds === null ? [] : [{ ...mail, emailKey: emailKey(mail.email), seconds }]
  })
  if (sent.length === 0) return 0
  const columns = columnArraysOf(sent, { name: 'text', emailKey: 'text', kind: 'text', seconds: 'integer' })
  const { rows } = await sql<{ kind: ReturnKind }>`insert into returned_mails (account_id, mail, email_key, kind)
    select distinct on (a.id, s.name) a.id, s.name, s.email_key, s.kind
    from unnest(${columns}) as s (name, email_key, kind, seconds)
    join accounts a on a.email_key = s.email_key and s.seconds >= floor(extract(epoch from a.email_since))
    where ${sql.lit(MOST_OF_ACCOUNT)} > (select count(*) from returned_mails r where r.account_id = a.id and r.mail <> s.name)
    order by a.id, s.name, s.kind = 'soft'
    on conflict (account_id, mail) do update set kind = excluded.kind, at = now()
      where returned_mails.kind = 'soft' and excluded.kind <> 'soft' and not returned_mails.is_settled
    returning kind`.execute(db)
  if (rows.length > 0)
    log.info({ kinds: rows.map(({ kind }) => kind).slice(0, 20), mails: rows.length }, 'mails came back')
  return rows.length
}

/** Settles the returned mails of an account, which then no longer stop its mails. Returns their number. */
async function settleReturns(tx: Queryable, accountId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('returned_mails')
    .set({ is_settled: true })
    .where('account_id', '=', accountId)
    .where('is_settled', '=', false)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The return that stops mails to the caller's address; null while none does. */
export function getReturnedMail({ db, session }: MemberContext): Promise<ReturnedMailOfApi | null> {
  return loadReturnedMail(db, session.accountId)
}

/** As `getReturnedMail`, of any account. */
export async function loadReturnedMail(db: Queryable, accountId: number): Promise<ReturnedMailOfApi | null> {
  const { rows } = await sql<{
    kind: ReturnKind | null
    at: Date | null
  }>`select ${mailStopReason(sql`${accountId}::bigint`)} as kind,
    (select max(at) from returned_mails where account_id = ${accountId} and not is_settled) as at`.execute(db)
  const [row] = rows
  return row?.kind && row.at ? { kind: row.kind, at: row.at.toISOString() } : null
}

/**
 * Lets mails go to the caller's stopped address again, beginning with a test mail. `count` is 0 if the address was not stopped.
 * @throws {AppError} RATE_LIMITED
 */
export async function retryMail(context: MemberContext): Promise<CountResult> {
  const { secrets, session } = context
  const { accountId } = session
  const config = await loadConfigWithSiteName(context)
  const count = await context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    const account = await findAccountById(tx, accountId)
    if (!account || (await loadReturnedMail(tx, accountId)) === null) return 0
    await reserveAttempt(tx, [
      bucketOf(secrets, TRIES, 'mail retried', String(accountId)),
      bucketOf(secrets, TRIES, 'mail retried to', recipientKey(secrets, account.email)),
      verificationMailsBucket(context),
    ])
    await settleReturns(tx, accountId)
    const message = deliveryTestEmail(config, account.email)
    await queueMail(tx, secrets, { accountId, message, lifetime: mailLifetimes.notice, asked: true })
    return 1
  })
  return { count, id: null }
}

export async function loadReturnedMailsOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('returned_mails')
    .select(['email_key as email', 'kind', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()
}

/** Deletes old returns, except those that still stop mails. */
export async function purgeOldReturnedMails(db: Queryable): Promise<void> {
  await sql`delete from returned_mails r where r.at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
    and (r.is_settled or r.kind = 'soft' or not exists (select from accounts a
      where a.id = r.account_id and a.email_key = r.email_key and r.at >= a.email_since))`.execute(db)
}

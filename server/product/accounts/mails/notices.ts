import { sql } from 'kysely'
import { emailKey } from '#rules/account.ts'
import type { Config } from '../../../platform/config.ts'
import type { OperationContext, Services } from '../../../platform/context.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Bucket, bucketOf, reserveAmount, reserveAttempt } from '../../../platform/limits/attempts.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { queueMail } from '../../../platform/mail/queue.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { loadConfigWithSiteName } from '../../look/load-look.ts'
import { findAccountById, loadRecoveryAddress } from '../find-account.ts'
import { type AccountChange, mailLifetimes, noticeEmail } from './emails.ts'
import { areNoticesStopped } from './mail-stops.ts'

const SEND_NOTICES = 'send_notices'

type Notice = Readonly<{ accountId: number; to: string; change: AccountChange }>

/**
 * Queues notices of changes for the owner, to the current address and that of 72 hours ago; call it before the address changes.
 * @throws {AppError} RATE_LIMITED after too many mails caused by this network: a change that cannot be reported is refused
 */
export async function queueNotice(
  tx: Queryable,
  context: Pick<OperationContext, 'config' | 'secrets' | 'ip' | 'session'>,
  accountId: number,
  changes: readonly AccountChange[],
): Promise<void> {
  const account = await findAccountById(tx, accountId)
  if (!account) return
  const keeper = await loadRecoveryAddress(tx, account)
  // Sorted, so that two callers lock in the same order and cannot deadlock.
  const addresses = [...new Set([account.email, keeper])].toSorted()
  const recipients = addresses.map((to) => recipientKey(context.secrets, to))
  await countCausedMails(tx, context, [...new Set(recipients)])
  for (const to of addresses) {
    const reported = changes.map((change) => (change === 'email' && to !== keeper ? 'email passed on' : change))
    for (const change of reported.toSorted()) await addNotice(tx, context, { accountId, to, change })
    await addNoticeJob(tx, recipientKey(context.secrets, to), context.config.noticeSeconds)
  }
}

async function countCausedMails(
  tx: Queryable,
  { config, secrets, ip, session }: Pick<OperationContext, 'config' | 'secrets' | 'ip' | 'session'>,
  recipients: readonly string[],
): Promise<void> {
  // A session of a temporary password is exempt: a recovery has limits of its own, and can always be finished.
  if (session?.restricted) return
  const waiting = await tx
    .selectFrom('notices')
    .select('recipient')
    .distinct()
    .where('recipient', 'in', recipients)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  const count = recipients.length - waiting.length
  const bucket = bucketOf(secrets, config.limits.noticesNetwork, 'notices caused', networkOf(ip))
  if (count > 0) await reserveAmount(tx, bucket, count)
}

async function addNotice(
  tx: Queryable,
  { secrets }: Pick<OperationContext, 'secrets'>,
  { accountId, to, change }: Notice,
): Promise<void> {
  const notice = {
    address_sealed: secrets.seal(to, 'mail'),
    expires_at: sql<Date>`now() + ${mailLifetimes.notice} * interval '1 second'`,
  }
  await tx
    .insertInto('notices')
    .values({ account_id: accountId, recipient: recipientKey(secrets, to), change, ...notice })
    .onConflict((conflict) => conflict.columns(['recipient', 'account_id', 'change']).doUpdateSet(notice))
    .execute()
}

async function addNoticeJob(tx: Queryable, recipient: string, seconds: number): Promise<void> {
  await sql`select graphile_worker.add_job(${SEND_NOTICES}, json_build_object('recipient', ${recipient}::text),
    job_key => ${`notices:${recipient}`}, job_key_mode => 'preserve_run_at',
    run_at => now() + ${seconds} * interval '1 second')`.execute(tx)
}

/** Queues one mail with all notices that wait for a recipient (`recipientKey`), unless they have to wait longer. */
export async function queueNoticeMail(services: Services, recipient: string): Promise<void> {
  const { db, secrets } = services
  const config = await loadConfigWithSiteName(services)
  await db.transaction().execute(async (tx) => {
    const notices = await lockNotices(tx, recipient)
    const [first] = notices
    if (!first) return
    const wait = await secondsUntilMail(tx, dayOf(secrets, config, recipient))
    if (wait > 0) return addNoticeJob(tx, recipient, wait)
    const { accountId, to, asked } = await addressee(tx, secrets, [first, ...notices])
    const message = noticeEmail(config, to, new Set(notices.map(({ change }) => change)))
    await queueMail(tx, secrets, { accountId, message, lifetime: mailLifetimes.notice, asked })
    const ids = notices.map(({ id }) => id)
    await tx.deleteFrom('notices').where('id', 'in', ids).execute()
  })
}

type Waiting = Awaited<ReturnType<typeof lockNotices>>[number]

/**
 * Picks the account, and the spelling of the address, that a mail of these notices is sent for: the first whose mails are not
 * stopped, because a stranger may have stopped those of another account with the same mailbox.
 */
async function addressee(tx: Queryable, secrets: Secrets, notices: readonly [Waiting, ...Waiting[]]) {
  const all = [...new Map(notices.map((notice) => [notice.account_id, notice])).values()].map(
    ({ account_id, address_sealed }) => ({ accountId: account_id, to: secrets.open(address_sealed, 'mail') }),
  )
  for (const { accountId, to } of all) {
    if (!(await areNoticesStopped(tx, accountId, to))) return { accountId, to, asked: true }
  }
  const { account_id: accountId, address_sealed } = notices[0]
  return { accountId, to: secrets.open(address_sealed, 'mail'), asked: false }
}

/** Locks accounts before notices, as changes of accounts do; otherwise the two could deadlock. */
async function lockNotices(tx: Queryable, recipient: string) {
  const ofRecipient = tx.selectFrom('notices').where('recipient', '=', recipient)
  const accounts = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', ofRecipient.select('account_id'))
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (accounts.length === 0) return []
  return ofRecipient
    .select(['id', 'account_id', 'change', 'address_sealed'])
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function secondsUntilMail(tx: Queryable, bucket: Bucket): Promise<number> {
  try {
    await reserveAttempt(tx, [bucket])
    return 0
  } catch (error) {
    if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter
    throw error
  }
}

function dayOf(secrets: Secrets, config: Config, recipient: string): Bucket {
  return bucketOf(secrets, config.limits.notices, 'notices', recipient)
}

/** Keyed hash of a mailbox: the same for all spellings of its address. */
export function recipientKey(secrets: Secrets, address: string): string {
  return secrets.bucketName(`recipient\n${mailboxOf(address)}`)
}

/** Gmail ignores dots in the name: https://support.google.com/mail/answer/7436150 */
function mailboxOf(address: string): string {
  const [name = '', domain = ''] = emailKey(address).split('@')
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Queues a job for each recipient with notices but no job, and deletes notices that are too old. */
export async function requeueLostNotices(db: Database, config: Config): Promise<void> {
  await db.deleteFrom('notices').where('expires_at', '<=', sql<Date>`now()`).execute()
  const { rows } = await sql<{ recipient: string }>`
    select distinct recipient from notices where not exists (
      select from graphile_worker.jobs where key = 'notices:' || recipient
        and (locked_at is null or locked_at > now() - interval '2 minutes'))`.execute(db)
  for (const { recipient } of rows) await addNoticeJob(db, recipient, config.noticeSeconds)
}

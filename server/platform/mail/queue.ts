import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../database/connect.ts'
import type { Secrets } from '../secrets.ts'
import { nameMail, type ReturnedMail } from './returns/returned-mail.ts'
import { MailError, type Message, type Transport } from './transports.ts'

const SEND_MAIL = 'send_mail'

// graphile-worker waits e^n seconds after attempt n, e^10 at most: the last one is 52 hours after the first, within the
// three days of a notice.
const MAX_ATTEMPTS = 18

export type QueuedMail = Readonly<{
  accountId: number
  message: Message
  /** Seconds after which the mail is dropped. */
  lifetime: number
  weekly?: boolean
  /** The member waits for it or has to know it, so it is sent even if earlier mails came back. */
  asked?: boolean
}>

export async function queueMail(
  tx: Queryable,
  secrets: Secrets,
  { accountId, message, lifetime, weekly = false, asked = false }: QueuedMail,
): Promise<void> {
  const { id } = await tx
    .insertInto('mails')
    .values({
      account_id: accountId,
      sealed: secrets.seal(JSON.stringify(message), 'mail'),
      expires_at: sql<Date>`now() + ${lifetime} * interval '1 second'`,
      weekly,
      asked,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMailJob(tx, { id, weekly })
}

/** Queues the job that sends a mail. It replaces a waiting one and does not disturb a running one. */
async function addMailJob(tx: Queryable, { id, weekly }: { id: number; weekly: boolean }): Promise<void> {
  await sql`select graphile_worker.add_job(${SEND_MAIL}, json_build_object('id', ${id}::bigint),
    job_key => ${mailJobKey(id)}, max_attempts => ${MAX_ATTEMPTS},
    priority => ${weekly ? 10 : 0})`.execute(tx)
}

function mailJobKey(id: number | RawBuilder<number>): RawBuilder<string> {
  return sql<string>`('mail:' || ${id}::bigint)`
}

export type MailParts = Readonly<{
  config: Config
  db: Database
  secrets: Secrets
  mailer: Transport
  log: FastifyBaseLogger
}>

/** Functions of the product for mails that came back. */
export type MailReturns = Readonly<{
  /** Whether mails to this address came back, so that no more are sent. */
  isStopped: (accountId: number, email: string) => Promise<boolean>
  note: (mails: readonly ReturnedMail[]) => Promise<unknown>
}>

/**
 * Skips a mail that another worker is sending, and drops one that was not asked for and would only come back.
 * @throws {MailError} when it should be retried
 */
export async function sendMail(
  { config, db, secrets, mailer, log }: MailParts,
  id: number,
  returns: MailReturns,
): Promise<void> {
  const mail = await lease(db, id)
  if (!mail) return
  const message = JSON.parse(secrets.open(mail.sealed, 'mail')) as Message
  const name = nameOf(secrets, mail, message)
  try {
    if (mail.asked || !(await returns.isStopped(mail.account_id, message.to)))
      await mailer.send(message, `<${name}@${new URL(config.publicOrigin).hostname}>`)
    else log.info({ mail: id }, 'a mail was dropped: earlier ones to its address came back')
  } catch (error) {
    const failure = error instanceof MailError ? error : new MailError(codeOf(error), false)
    if (!failure.permanent) {
      await db.updateTable('mails').set({ leased_until: null }).where('id', '=', id).execute()
      throw failure
    }
    log.error({ mail: id, reason: failure.message }, 'a mail was refused for good')
    if (failure.kind !== null) await returns.note([{ name, email: message.to, kind: failure.kind }])
  }
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Drops expired mails, and queues those again whose job was lost. */
export async function requeueLostMails(db: Database): Promise<void> {
  await db.deleteFrom('mails').where('expires_at', '<=', sql<Date>`now()`).execute()
  const { rows } = await sql<{ id: number; weekly: boolean }>`
    select id, weekly from mails where (leased_until is null or leased_until < now()) and not exists (
      select from graphile_worker.jobs where key = ${mailJobKey(sql`mails.id`)}
        and (locked_at is null or locked_at > now() - interval '2 minutes'))`.execute(db)
  for (const mail of rows) await addMailJob(db, mail)
}

/** Leases the mail for two minutes, longer than any sending. */
async function lease(db: Database, id: number) {
  return db
    .updateTable('mails')
    .set({ leased_until: sql<Date>`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning(['id', 'sealed', 'account_id', 'created_at', 'asked'])
    .executeTakeFirst()
}

/** Name of the mail in its Message-ID: the same for every attempt, and unrelated to the mail's contents. */
function nameOf(secrets: Secrets, mail: { sealed: Buffer; created_at: Date }, { to }: Message): string {
  const random = createHash('sha256').update(mail.sealed).digest()
  return nameMail(secrets, { email: to, sentAt: mail.created_at, random })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected failure'
}

import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'

/** One mail to one person. */
export type Message = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  /** Name of the ticket whose temporary password it contains: 32 hexadecimal digits. Without the ticket it is useless. */
  ticketName?: string
}>

/** Name of the job that sends one mail. */
const SEND_MAIL = 'send_mail'

/**
 * Attempts before a job gives up. graphile-worker waits e^n seconds after the n-th, but no more than e^10: the last one is 52
 * hours after the first, well within the three days that a notice is sent.
 */
const MAX_ATTEMPTS = 18

export type QueuedMail = Readonly<{
  /** The mail is deleted when this account is withdrawn. */
  accountId: number
  message: Message
  /** After this many seconds it is no longer sent. */
  lifetime: number
}>

/**
 * Queues a mail in the caller's transaction: it is sent if that commits. Waiting mails are encrypted with a key outside
 * the database and deleted when sent (P32).
 */
export async function queueMail(
  tx: Queryable,
  secrets: Secrets,
  { accountId, message, lifetime }: QueuedMail,
): Promise<void> {
  const { id } = await tx
    .insertInto('mails')
    .values({
      account_id: accountId,
      sealed: secrets.seal(JSON.stringify(message), 'mail'),
      expires_at: sql<Date>`now() + ${lifetime} * interval '1 second'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMailJob(tx, id)
}

/** The job of a mail; adding it again replaces a waiting one and does not disturb a running one. */
export async function addMailJob(tx: Queryable, id: number): Promise<void> {
  await sql`select graphile_worker.add_job(${SEND_MAIL}, json_build_object('id', ${id}::bigint),
    job_key => ${mailJobKey(id)}, max_attempts => ${MAX_ATTEMPTS})`.execute(tx)
}

/** The key of a mail's job; `id` is a number or a column. */
export function mailJobKey(id: number | RawBuilder<number>): RawBuilder<string> {
  return sql<string>`('mail:' || ${id}::bigint)`
}

import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'

export type Message = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  /** A URL to which a mail program posts when the recipient wants no more such mails (RFC 8058). */
  unsubscribe?: string
  /** Without this ticket the temporary password in the mail is useless. 32 hexadecimal digits. */
  ticketName?: string
}>

const SEND_MAIL = 'send_mail'

// graphile-worker waits e^n seconds after the n-th attempt, e^10 at most: the last is 52 hours after the first, well
// within the three days that a notice is sent.
const MAX_ATTEMPTS = 18

export type QueuedMail = Readonly<{
  accountId: number
  message: Message
  /** After this many seconds it is no longer sent. */
  lifetime: number
  /** It waits until all others are sent. */
  weekly?: boolean
}>

/** Queues a mail in the caller's transaction. Waiting mails are encrypted with a key outside the database. */
export async function queueMail(
  tx: Queryable,
  secrets: Secrets,
  { accountId, message, lifetime, weekly = false }: QueuedMail,
): Promise<void> {
  const { id } = await tx
    .insertInto('mails')
    .values({
      account_id: accountId,
      sealed: secrets.seal(JSON.stringify(message), 'mail'),
      expires_at: sql<Date>`now() + ${lifetime} * interval '1 second'`,
      weekly,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMailJob(tx, { id, weekly })
}

/** Adding it again replaces a waiting job and does not disturb a running one. */
export async function addMailJob(tx: Queryable, { id, weekly }: { id: number; weekly: boolean }): Promise<void> {
  await sql`select graphile_worker.add_job(${SEND_MAIL}, json_build_object('id', ${id}::bigint),
    job_key => ${mailJobKey(id)}, max_attempts => ${MAX_ATTEMPTS},
    priority => ${weekly ? 10 : 0})`.execute(tx)
}

export function mailJobKey(id: number | RawBuilder<number>): RawBuilder<string> {
  return sql<string>`('mail:' || ${id}::bigint)`
}

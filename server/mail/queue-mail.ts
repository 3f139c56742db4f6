import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'

/** One mail to one person. */
export type Message = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  /** Names the secret that it tells, in 32 hexadecimal digits: once that is worth nothing, nor is the mail. */
  tells?: string
}>

/** Name of the job that sends one mail. */
const SEND_MAIL = 'send_mail'

/** Tries before a job gives up; with graphile-worker's back-off the last one is a day after the first. */
const MAX_ATTEMPTS = 18

export type QueuedMail = Readonly<{
  /** Whose withdrawal takes the mail with it. */
  accountId: number
  message: Message
  /** After this many seconds it is not sent any more. */
  lifetime: number
}>

/**
 * Puts a mail into the durable queue, in the caller's transaction: it is sent once that commits, and never if it does
 * not. What waits is encrypted with a key outside the database and goes when it was sent (P32).
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

/** The job of a mail; adding it again replaces one that waits, and does not disturb one that runs. */
export async function addMailJob(tx: Queryable, id: number): Promise<void> {
  await sql`select graphile_worker.add_job(${SEND_MAIL}, json_build_object('id', ${id}::bigint),
    job_key => ${jobKey(id)}, max_attempts => ${MAX_ATTEMPTS})`.execute(tx)
}

function jobKey(id: number): string {
  return `mail:${id}`
}

import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'
import { addMailJob, type Message, mailJobKey } from './queue-mail.ts'
import { MailError, type Transport } from './transport.ts'

export type MailParts = Readonly<{
  config: Config
  db: Database
  secrets: Secrets
  mailer: Transport
  log: FastifyBaseLogger
}>

/** A mail that another worker is sending is left to it. @throws {MailError} when it should be tried again */
export async function sendMail({ config, db, secrets, mailer, log }: MailParts, id: number): Promise<void> {
  const mail = await lease(db, id)
  if (!mail) return
  const message = JSON.parse(secrets.open(mail.sealed, 'mail')) as Message
  try {
    await mailer.send(message, messageId(config, mail))
  } catch (error) {
    const failure = error instanceof MailError ? error : new MailError(codeOf(error), false)
    if (!failure.permanent) {
      await db.updateTable('mails').set({ leased_until: null }).where('id', '=', id).execute()
      throw failure
    }
    log.error({ mail: id, reason: failure.message }, 'a mail was refused for good')
  }
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

export async function requeueMails(db: Database): Promise<void> {
  await db.deleteFrom('mails').where('expires_at', '<=', sql<Date>`now()`).execute()
  const { rows } = await sql<{ id: number; weekly: boolean }>`
    select id, weekly from mails where (leased_until is null or leased_until < now()) and not exists (
      select from graphile_worker.jobs where key = ${mailJobKey(sql`mails.id`)}
        and (locked_at is null or locked_at > now() - interval '2 minutes'))`.execute(db)
  for (const mail of rows) await addMailJob(db, mail)
}

/** Leases the mail for two minutes, the longest time that sending can take. */
async function lease(db: Database, id: number) {
  return db
    .updateTable('mails')
    .set({ leased_until: sql<Date>`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning(['id', 'sealed'])
    .executeTakeFirst()
}

/** The same for every attempt, and reveals nothing about the mail. */
function messageId(config: Config, mail: { id: number; sealed: Buffer }): string {
  const name = createHash('sha256').update(mail.sealed).digest('hex').slice(0, 32)
  return `<${name}@${new URL(config.publicOrigin).hostname}>`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected failure'
}

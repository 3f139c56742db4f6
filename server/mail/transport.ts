import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { createEmailJsTransport } from './emailjs.ts'
import { createFileTransport } from './file.ts'
import type { Message } from './queue-mail.ts'
import { createSmtpTransport } from './smtp.ts'

/** A way out for mail. */
export type Transport = Readonly<{
  /**
   * Hands the message over; returning means that the other side is responsible now. `id` names the message the same
   * at every try, so that a receiver can drop a second copy.
   * @throws {MailError}
   */
  send(message: Message, id: string): Promise<void>
  close(): void
}>

/** Why a mail was not taken. It tells a code, never an address or a body, because it is logged and stored with the job. */
export class MailError extends Error {
  /** Whether trying again is pointless. */
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailError'
    this.permanent = permanent
  }
}

/** SMTP when it is configured, else EmailJS, else files in the data folder (decision D32). */
export function createTransport(config: Config, log: FastifyBaseLogger): Transport {
  if (config.mail.smtpUrl !== null) return createSmtpTransport(config.mail.smtpUrl, config.mail.from)
  if (config.mail.emailJs !== null) return createEmailJsTransport(config.mail.emailJs)
  return createFileTransport(config, log)
}

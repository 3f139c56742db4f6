import type { Message } from './queue-mail.ts'

/** A way to send mail. */
export type Transport = Readonly<{
  /**
   * Hands the message over; on return the other side is responsible. `id` is the same for every attempt, so that a
   * receiver can drop duplicates.
   * @throws {MailError}
   */
  send(message: Message, id: string): Promise<void>
  close(): void
}>

/**
 * Why a mail was not accepted. It contains a code, never an address or a body, because it is logged and stored with the
 * job.
 */
export class MailError extends Error {
  /** Whether a retry is pointless. */
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailError'
    this.permanent = permanent
  }
}

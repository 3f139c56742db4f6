import type { Message } from './queue-mail.ts'

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

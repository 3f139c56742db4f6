import type { Message } from './queue-mail.ts'

export type Transport = Readonly<{
  /** `id` is the same for every attempt, so that duplicates can be dropped. @throws {MailError} */
  send(message: Message, id: string): Promise<void>
  /** Connects and logs in, where that is possible without sending. @throws {MailError} */
  check?(): Promise<void>
  close(): void
}>

/** Names the mail server and its reason, never a recipient or a body, because it is logged and stored with the job. */
export class MailError extends Error {
  /** A retry is pointless. */
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailError'
    this.permanent = permanent
  }
}

import nodemailer from 'nodemailer'
import { isLoopback } from '../config/address-config.ts'
import type { EmailJsConfig } from '../config/services-config.ts'

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

/** Milliseconds; together shorter than the lease of a mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Encrypted unless the URL says `?ignoreTLS=true`; on this machine any certificate is accepted. */
export function createSmtpTransport(url: string, from: string): Transport {
  const { hostname, host, searchParams } = new URL(url)
  const local = isLoopback(hostname)
  const transport = nodemailer.createTransport({
    url,
    ...timeouts,
    ...(!local && searchParams.get('ignoreTLS') !== 'true' && { requireTLS: true }),
    ...(local && { tls: { rejectUnauthorized: false } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message: Message, id: string): Promise<void> {
      try {
        await transport.sendMail(envelope(message, id, from))
      } catch (error) {
        throw asMailError(error, host)
      }
    },
    async check(): Promise<void> {
      await transport.verify().catch((error: unknown) => {
        throw asMailError(error, host)
      })
    },
    close: () => transport.close(),
  }
}

export function envelope({ to, subject, text, html, unsubscribe }: Message, messageId: string, from: string) {
  return {
    from,
    // An object is taken as one address; a text would be parsed as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    textEncoding: 'base64' as const,
  }
}

/** Replies that demand a login or encryption: the operator must change the settings, so the mail waits. */
const OPERATOR_REPLIES = [530, 534, 535, 538]

/** These are about the server: their messages name no person. */
const CONNECTION_ERRORS = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS']

function asMailError(error: unknown, host: string): MailError {
  const { code = 'failure', responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  const isRefusal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const permanent = isRefusal && !OPERATOR_REPLIES.includes(responseCode)
  const reason = CONNECTION_ERRORS.includes(code) ? `: ${message}` : ''
  return new MailError(
    `SMTP ${code}${responseCode === undefined ? '' : ` ${responseCode}`} from ${host}${reason}`,
    permanent,
  )
}

const TIMEOUT_MS = 20_000

/** https://www.emailjs.com/docs/rest-api/send/; the account's template sets the subject. */
export function createEmailJsTransport(config: EmailJsConfig): Transport {
  return {
    async send(message: Message): Promise<void> {
      const reply = await fetch(config.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(emailJsBody(config, message)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => {
        const reason = error.cause instanceof Error ? error.cause.message : error.name
        throw new MailError(`EmailJS at ${new URL(config.url).host}: ${reason}`, false)
      })
      await reply.body?.cancel()
      if (!reply.ok)
        throw new MailError(
          `EmailJS at ${new URL(config.url).host} answered ${reply.status}`,
          reply.status === 400 || reply.status === 422,
        )
    },
    close: () => {},
  }
}

function emailJsBody(config: EmailJsConfig, message: Message) {
  return {
    service_id: config.serviceId,
    template_id: config.templateId,
    user_id: config.publicKey,
    ...(config.privateKey !== null && { accessToken: config.privateKey }),
    template_params: { message: message.text, to_email: message.to },
  }
}

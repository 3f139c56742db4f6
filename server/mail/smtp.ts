import nodemailer from 'nodemailer'
import { isLoopback } from '../config/address-config.ts'
import type { Message } from './queue-mail.ts'
import { MailError, type Transport } from './transport.ts'

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

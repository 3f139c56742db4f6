import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import { isLoopback } from '../config/address-config.ts'
import type { EmailJsConfig } from '../config/services-config.ts'
import type { Config } from '../config.ts'
import { kindOfRefusal, type ReturnKind } from './returns/returned-mail.ts'

export type Message = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  /** URL to unsubscribe by POST from a mail program (RFC 8058). */
  unsubscribe?: string
  /** Ticket of the temporary password in the mail, 32 hexadecimal digits; the password is useless without it. */
  ticketName?: string
}>

export type Transport = Readonly<{
  /** `id` is the same for every attempt, so duplicates can be dropped. @throws {MailError} */
  send(message: Message, id: string): Promise<void>
  /** Connects and logs in, where that is possible without sending. @throws {MailError} */
  check?(): Promise<void>
  close(): void
}>

/** Names the mail server and its reason, but no recipient or body: the error is logged and stored with the job. */
export class MailError extends Error {
  readonly permanent: boolean
  /** Kind of return that a permanent refusal means; null if it says nothing of the recipient's mailbox. */
  readonly kind: ReturnKind | null

  constructor(reason: string, permanent: boolean, kind: ReturnKind | null = null) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailError'
    this.permanent = permanent
    this.kind = kind
  }
}

/** Nodemailer, loaded by the first mail: it takes 50 ms of every process's start. */
class Mailer {
  readonly #options: object
  #transport: Promise<Transporter> | undefined

  constructor(options: object) {
    this.#options = options
  }

  open(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport(this.#options),
    )
    return this.#transport
  }

  close(): void {
    this.#transport?.then((transport) => transport.close())
  }
}

/** Milliseconds; together shorter than the lease of a mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

export function createSmtpTransport(url: string, from: string): Transport {
  const { hostname, host, searchParams } = new URL(url)
  const local = isLoopback(hostname)
  const headersFor = headersOfProvider(hostname)
  const mailer = new Mailer({
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
        const transport = await mailer.open()
        await transport.sendMail(envelope(message, id, from, headersFor(id)))
      } catch (error) {
        throw asMailError(error, host)
      }
    },
    async check(): Promise<void> {
      const transport = await mailer.open()
      await transport.verify().catch((error: unknown) => {
        throw asMailError(error, host)
      })
    },
    close: () => mailer.close(),
  }
}

/** Providers that replace the Message-ID hand back these headers instead when they tell of a mail that came back. */
function headersOfProvider(hostname: string): (messageId: string) => Record<string, string> {
  const name = (messageId: string) => messageId.replace(/^<|@.*$/g, '')
  if (/(?:^|\.)postmarkapp\.com$/.test(hostname)) return (messageId) => ({ 'X-PM-Metadata-mail': name(messageId) })
  if (/(?:^|\.)sendgrid\.net$/.test(hostname))
    return (messageId) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { mail: name(messageId) } }) })
  return () => ({})
}

function envelope(
  { to, subject, text, html, unsubscribe }: Message,
  messageId: string,
  from: string,
  others: Readonly<Record<string, string>> = {},
) {
  return {
    from,
    // An object is one address; a text would be parsed as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...others,
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    textEncoding: 'base64' as const,
  }
}

/** Replies that demand a login or encryption: the mail waits until the operator changes the settings. */
const OPERATOR_REPLIES = [530, 534, 535, 538]

const CONNECTION_ERRORS = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS']

function asMailError(error: unknown, host: string): MailError {
  const { code = 'failure', responseCode, message, ...reply } = error as SmtpError
  const isRefusal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const permanent = isRefusal && !OPERATOR_REPLIES.includes(responseCode)
  const told = responseCode === undefined ? code : `${code} ${responseCode}`
  const reason = CONNECTION_ERRORS.includes(code)
    ? `${host} cannot be reached (${told}): ${message}`
    : `${host} refused it (${told})`
  return new MailError(reason, permanent, permanent ? kindOf(reply) : null)
}

type SmtpError = Readonly<{
  code?: string
  responseCode?: number
  message: string
  /** The command that was refused, and the server's reply. */
  command?: string
  response?: string
}>

/**
 * Kind of return that a refusal means. It is about the mailbox only if the recipient was refused, or if the reply after
 * the text has a code that says so.
 */
function kindOf({ command, response = '' }: Pick<SmtpError, 'command' | 'response'>): ReturnKind | null {
  return command === 'RCPT TO' || (command === 'DATA' && /\b5\.[12]\.\d/.test(response))
    ? kindOfRefusal('', response)
    : null
}

const TIMEOUT_MS = 20_000

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

export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail')
}

function createFileTransport(config: Config, log: FastifyBaseLogger): Transport {
  const folder = mailFolder(config.dataDir)
  const composer = new Mailer({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message, id) {
      const { message: eml } = await (await composer.open()).sendMail(envelope(message, id, config.mail.from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name for every attempt; the file appears whole or not at all.
      const name = id.replace(/[<>]/g, '').replace(/@.*/, '')
      const file = path.join(
        folder,
        message.ticketName === undefined ? `${name}.eml` : `${name}.${message.ticketName}.eml`,
      )
      await writeFile(`${file}.part`, eml, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'mail written to a file: neither SMTP_URL nor EMAILJS_* is set')
    },
    close: () => composer.close(),
  }
}

export function createTransport(config: Config, log: FastifyBaseLogger): Transport {
  if (config.mail.smtpUrl !== null) return createSmtpTransport(config.mail.smtpUrl, config.mail.from)
  if (config.mail.emailJs !== null) return createEmailJsTransport(config.mail.emailJs)
  return createFileTransport(config, log)
}

const MAX_AGE_MS = 86_400_000

/**
 * Deletes mail files that are a day old, or whose temporary password is not among the tickets that can still be used.
 */
export async function eraseStaleMailFiles(
  dataDir: string,
  loadLiveTicketNames: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const folder = mailFolder(dataDir)
  // Listed before the query of the tickets, so newer files are not judged by it.
  const files = (await namesIn(folder)).flatMap((name) => parseName(name) ?? [])
  if (files.length === 0) return
  const living = await loadLiveTicketNames()
  for (const { name, ticketName } of files) {
    const file = path.join(folder, name)
    if ((ticketName !== undefined && !living.has(ticketName)) || (await isOld(file))) await rm(file, { force: true })
  }
}

function parseName(name: string): { name: string; ticketName: string | undefined } | null {
  const match = /^[0-9a-f]{32}(?:\.([0-9a-f]{32}))?\.eml(?:\.part)?$/.exec(name)
  return match && { name, ticketName: match[1] }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Whether a file is a day old, or another instance has just deleted it. */
async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs < Date.now() - MAX_AGE_MS
}

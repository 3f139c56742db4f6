import { emailKey } from '#rules/account.ts'
import type { Secrets } from '../../secrets.ts'

/**
 * `hard`: there is no such mailbox. `soft`: it is full, or its server did not take the mail for days. `complaint`: the
 * mail was reported as spam.
 */
export type ReturnKind = 'hard' | 'soft' | 'complaint'

/** A mail that came back, as a mail server or a provider tells it: nothing of it is proven yet. */
export type ReturnedMail = Readonly<{ name: string; email: string; kind: ReturnKind }>

const LONGEST_EMAIL = 320

/** Days after which a returned mail no longer counts; mail servers give up within five. */
const NAME_DAYS = 30

/** Hexadecimal digits of a name: seconds since 1970, a random part, and a keyed hash of both and of the address. */
const SECONDS = 8
const RANDOM = 4
const HASH = 20

/**
 * Makes the name of a mail, which its Message-ID carries. A name proves that the mail was sent to that address, and
 * when.
 */
export function nameMail(
  secrets: Pick<Secrets, 'fingerprint'>,
  { email, sentAt, random }: Readonly<{ email: string; sentAt: Date; random: Buffer }>,
): string {
  const seconds = Math.floor(sentAt.getTime() / 1000)
  const start = seconds.toString(16).padStart(SECONDS, '0') + random.toString('hex').slice(0, RANDOM)
  return start + hashOf(secrets, start, email)
}

function hashOf(secrets: Pick<Secrets, 'fingerprint'>, start: string, email: string): string {
  const hash = secrets.fingerprint(`${start}\n${emailKey(email)}`, 'sent mail')
  return Buffer.from(hash, 'base64url').toString('hex').slice(0, HASH)
}

/** When the mail was sent, in seconds since 1970; null for a name that the site has not given for this address, or an old one. */
export function sentAtOf(
  secrets: Pick<Secrets, 'fingerprint' | 'former'>,
  { name, email }: Pick<ReturnedMail, 'name' | 'email'>,
): number | null {
  const [start, hash] = [name.slice(0, SECONDS + RANDOM), name.slice(SECONDS + RANDOM)]
  const isOwn = [secrets, secrets.former].some((one) => one !== null && hashOf(one, start, email) === hash)
  const seconds = Number.parseInt(start.slice(0, SECONDS), 16)
  return isOwn && seconds >= Date.now() / 1000 - NAME_DAYS * 86_400 ? seconds : null
}

/** The name of one of our mails in a Message-ID, with or without brackets and host, or by itself; null for others. */
export function mailNameIn(text: string): string | null {
  return /^\s*<?([0-9a-f]{32})(?:@[^\s<>]*)?>?\s*$/i.exec(text.slice(0, 1000))?.[1]?.toLowerCase() ?? null
}

/** The returned mail as a list; an empty one unless the Message-ID is one of ours and the mail came back. */
export function toReturnedMails(messageId: string, email: string, kind: ReturnKind | null): ReturnedMail[] {
  const name = mailNameIn(messageId)
  const address = email.trim().replace(/^<(.*)>$/, '$1')
  return name === null || kind === null || address.length > LONGEST_EMAIL ? [] : [{ name, email: address, kind }]
}

/** Replies of a server that refuses the sender, not the mailbox; most say so by a code that begins with 5.7. */
const REFUSES_SENDER = /relay|spam|polic|block|reputation|blacklist|denied|authenticat/i

/**
 * What a refusal says of the mailbox; null if it says nothing, such as of a sender that is not trusted: a fault of the
 * site must not silence its members.
 * @param status a code as in RFC 3463 (5.1.1), '' if there is none apart from the reply
 * @param reply of the SMTP server
 */
export function kindOfRefusal(status: string, reply: string): Exclude<ReturnKind, 'complaint'> | null {
  const [, level, subject, detail] = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(`${status} ${reply}`) ?? []
  if (level === '2') return null
  if (subject === undefined || detail === undefined || subject === '0') return kindOfReply(reply)
  const code = `${subject}.${Number(detail)}`
  if (level === '5' && HARD.has(code)) return 'hard'
  if (SENDERS_FAULT.has(code)) return null
  return Number(subject) <= 4 ? 'soft' : null
}

/**
 * Codes for: no such mailbox, no such host, not an address, moved, no mail is taken there, a mailbox that is switched
 * off (RFC 3463, RFC 7505).
 */
const HARD: ReadonlySet<string> = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1'])

/** Codes for a fault of the sender's address, and for a mail that is too large. */
const SENDERS_FAULT: ReadonlySet<string> = new Set(['1.7', '1.8', '1.9', '2.3', '3.4'])

function kindOfReply(reply: string): Exclude<ReturnKind, 'complaint'> | null {
  const code = /(?<!\d)([45]\d\d)(?!\d)/.exec(reply)?.[1]
  if (code === undefined || REFUSES_SENDER.test(reply)) return null
  if (/^55[013]$/.test(code)) return 'hard'
  return /^(?:552|45[0-2])$/.test(code) ? 'soft' : null
}

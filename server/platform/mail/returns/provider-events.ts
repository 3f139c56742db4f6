import * as v from 'valibot'
import { kindOfRefusal, type ReturnedMail, type ReturnKind, toReturnedMails } from './returned-mail.ts'

// Each schema takes events of one provider, as its documentation names them, and turns them into mails that came back.
// Events that are of no use here, such as deliveries, become nothing.

const text = v.optional(v.pipe(v.string(), v.maxLength(4000)), '')

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html, with the original headers */
const ses = v.pipe(
  v.object({
    notificationType: text,
    eventType: text,
    mail: v.object({ commonHeaders: v.object({ messageId: text }) }),
    bounce: v.optional(
      v.object({
        bounceType: text,
        bounceSubType: text,
        bouncedRecipients: v.array(v.object({ emailAddress: text, status: text, diagnosticCode: text })),
      }),
    ),
    complaint: v.optional(
      v.object({
        complaintFeedbackType: v.nullish(text, ''),
        complainedRecipients: v.array(v.object({ emailAddress: text })),
      }),
    ),
  }),
  v.transform(({ mail: { commonHeaders }, bounce, complaint }): ReturnedMail[] => [
    ...(bounce?.bouncedRecipients ?? []).flatMap(({ emailAddress, status, diagnosticCode }) =>
      toReturnedMails(commonHeaders.messageId, emailAddress, kindOfSes(bounce, status, diagnosticCode)),
    ),
    ...(complaint?.complaintFeedbackType === 'not-spam' ? [] : (complaint?.complainedRecipients ?? [])).flatMap(
      ({ emailAddress }) => toReturnedMails(commonHeaders.messageId, emailAddress, 'complaint'),
    ),
  ]),
)

function kindOfSes(
  bounce: { bounceType: string; bounceSubType: string } | undefined,
  status: string,
  reply: string,
): ReturnKind | null {
  if (bounce?.bounceType === 'Permanent') return status + reply === '' ? 'hard' : kindOfRefusal(status, reply)
  return /^(?:General|MailboxFull|Undetermined)$/.test(bounce?.bounceSubType ?? '') ? 'soft' : null
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
const mailgun = v.pipe(
  v.object({
    'event-data': v.object({
      event: text,
      severity: text,
      reason: text,
      recipient: text,
      message: v.object({ headers: v.object({ 'message-id': text }) }),
      'delivery-status': v.optional(
        v.object({
          code: v.optional(v.number(), 0),
          'enhanced-code': v.nullish(text, ''),
          message: v.nullish(text, ''),
        }),
      ),
    }),
  }),
  v.transform(({ 'event-data': data }): ReturnedMail[] =>
    toReturnedMails(data.message.headers['message-id'], data.recipient, kindOfMailgun(data, data['delivery-status'])),
  ),
)

function kindOfMailgun(
  { event, severity, reason }: Readonly<Record<'event' | 'severity' | 'reason', string>>,
  status: Readonly<{ code: number; 'enhanced-code': string | null; message: string | null }> | undefined,
): ReturnKind | null {
  if (event === 'complained' || reason === 'suppress-complaint') return 'complaint'
  // Mailgun tries again after a temporary failure.
  if (event !== 'failed' || severity !== 'permanent') return null
  if (reason === 'suppress-bounce') return 'hard'
  if (reason === 'old') return 'soft'
  return kindOfRefusal(status?.['enhanced-code'] ?? '', `${status?.code} ${status?.message}`)
}

const POSTMARK: Readonly<Record<string, ReturnKind>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  DnsError: 'soft',
  SpamComplaint: 'complaint',
}

/**
 * https://postmarkapp.com/developer/webhooks/bounce-webhook; Postmark sends the mail's name back from a header of ours.
 */
const postmark = v.pipe(
  v.object({
    RecordType: v.picklist(['Bounce', 'SpamComplaint']),
    Type: text,
    Email: text,
    Metadata: v.object({ mail: text }),
  }),
  v.transform(({ Type, Email, Metadata }): ReturnedMail[] =>
    toReturnedMails(Metadata.mail, Email, Object.hasOwn(POSTMARK, Type) ? (POSTMARK[Type] ?? null) : null),
  ),
)

/**
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event; SendGrid sends the mail's name back from a
 * header of ours.
 */
const sendgrid = v.pipe(
  v.object({
    event: text,
    type: text,
    email: text,
    status: v.nullish(text, ''),
    reason: v.nullish(text, ''),
    mail: text,
    'smtp-id': text,
  }),
  v.transform((event): ReturnedMail[] =>
    toReturnedMails(event.mail || event['smtp-id'], event.email, kindOfSendgrid(event)),
  ),
)

function kindOfSendgrid(
  event: Readonly<{ event: string; status: string | null; reason: string | null }>,
): ReturnKind | null {
  const reason = event.reason ?? ''
  if (event.event === 'spamreport') return 'complaint'
  if (event.event === 'bounce') return kindOfRefusal(event.status ?? '', reason)
  if (event.event !== 'dropped') return null
  if (/spam report/i.test(reason)) return 'complaint'
  return /^(?:bounced address|invalid)/i.test(reason) ? 'hard' : null
}

/** A format of our own, for all other providers. */
const plain = v.pipe(
  v.object({ message_id: text, email: text, kind: v.picklist(['hard', 'soft', 'complaint']) }),
  v.transform(({ message_id, email, kind }): ReturnedMail[] => toReturnedMails(message_id, email, kind)),
)

const oneEvent = v.union([ses, mailgun, postmark, plain, sendgrid])

/** Envelope of Amazon SNS around an event of SES. Its first message asks to confirm the subscription. */
const sns = v.object({ Type: v.string(), Message: v.string(), SubscribeURL: v.optional(v.string()) })

/** A request by which a mail provider tells the site of events. */
export type ProviderCall = Readonly<{
  returns: readonly ReturnedMail[]
  /**
   * URL at Amazon that confirms the subscription. The operator opens it, because a server that did so could be sent
   * anywhere.
   */
  subscribeUrl: string | null
}>

/**
 * Most events that are read from a body, which has a megabyte at most. More would be too small to be events, and
 * reading them would take seconds.
 */
const MOST_EVENTS = 14_000

/** @throws {SyntaxError} for a body that is not JSON */
export function readProviderCall(body: string): ProviderCall {
  const call: unknown = JSON.parse(body)
  const wrapped = v.safeParse(sns, call)
  if (!wrapped.success) return { returns: [call].flat().slice(0, MOST_EVENTS).flatMap(eventOf), subscribeUrl: null }
  const { Type, Message, SubscribeURL } = wrapped.output
  if (Type === 'SubscriptionConfirmation') return { returns: [], subscribeUrl: amazonUrl(SubscribeURL ?? '') }
  return { returns: Type === 'Notification' ? eventOf(parseOrNull(Message)) : [], subscribeUrl: null }
}

function eventOf(event: unknown): readonly ReturnedMail[] {
  const parsed = v.safeParse(oneEvent, event)
  return parsed.success ? parsed.output : []
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function amazonUrl(text: string): string | null {
  const url = text.length <= 2000 ? URL.parse(text) : null
  const isAmazon =
    url?.protocol === 'https:' && url.port === '' && /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  return isAmazon && url.username + url.password === '' ? url.href : null
}

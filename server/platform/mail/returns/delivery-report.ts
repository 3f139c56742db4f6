import type { Email } from 'postal-mime'
import { kindOfRefusal, type ReturnedMail, toReturnedMails } from './returned-mail.ts'

const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024, attachmentEncoding: 'utf8' } as const

/**
 * Bounds of what is read of a report; the fields that count come before the text of the returned mail. The parser takes
 * time for each line, in which the process does nothing else, and anybody may send mails to the address of reports.
 */
const MOST_LINES = 2000
const MOST_BYTES = 256 * 1024

/** Most recipients that are read from a report; each of our mails has one. */
const MOST_RECIPIENTS = 20

/** Fields of a report by name, in small letters: one block for the mail, and one for each recipient. */
type Block = ReadonlyMap<string, string>

/**
 * Reads the mails that a report says were not delivered (RFC 3464), or were reported as spam (RFC 5965). There are none
 * in other mails, such as the automatic reply of somebody who is away.
 */
export async function readDeliveryReport(raw: Buffer): Promise<readonly ReturnedMail[]> {
  const { default: PostalMime } = await import('postal-mime')
  // Parts that are nested too deep, or a header that is too long, are in no report.
  const report = await PostalMime.parse(firstLines(raw), { ...LIMITS, forceRfc822Attachments: true }).catch(() => null)
  if (report === null) return []
  const messageId = originalMessageId(
    partOf(report, /^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?)$/),
  )
  if (messageId === null) return []
  const status = partOf(report, /^message\/(?:global-)?delivery-status$/)
  if (status !== null)
    return blocksOf(status)
      .slice(0, MOST_RECIPIENTS)
      .flatMap((block) => returnedIn(block, messageId))
  const [feedback] = blocksOf(partOf(report, /^message\/feedback-report$/) ?? '')
  if (feedback?.get('feedback-type')?.toLowerCase() !== 'abuse') return []
  return toReturnedMails(messageId, addressOf(feedback.get('original-rcpt-to') ?? ''), 'complaint')
}

function firstLines(raw: Buffer): Buffer {
  let end = 0
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const next = raw.indexOf('\n', end)
    if (next < 0 || next >= MOST_BYTES) return raw.subarray(0, MOST_BYTES)
    end = next + 1
  }
  return raw.subarray(0, end)
}

function partOf({ attachments }: Email, type: RegExp): string | null {
  const part = attachments.find(({ mimeType }) => type.test(mimeType.toLowerCase()))
  return typeof part?.content === 'string' ? part.content : null
}

function originalMessageId(part: string | null): string | null {
  return blocksOf(part ?? '')[0]?.get('message-id') ?? null
}

/** Blocks of fields between empty lines; folded lines belong to the field before. */
function blocksOf(part: string): Block[] {
  return part
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .slice(0, MOST_RECIPIENTS + 1)
    .map(
      (block) =>
        new Map(
          block
            .replace(/\n[ \t]+/g, ' ')
            .split('\n')
            .flatMap(fieldOf),
        ),
    )
}

function fieldOf(line: string): [string, string][] {
  const at = line.indexOf(':')
  return at <= 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]]
}

/** The returned mail of a block, none if its delivery is only delayed. */
function returnedIn(block: Block, messageId: string): ReturnedMail[] {
  if (block.get('action')?.toLowerCase() !== 'failed') return []
  const reply = block.get('diagnostic-code') ?? ''
  const kind = kindOfRefusal(block.get('status') ?? '', reply.replace(/^[^;]*;/, ''))
  const address = block.get('original-recipient') ?? block.get('final-recipient') ?? ''
  return toReturnedMails(messageId, addressOf(address), kind)
}

/** The address in a field without its type: 'rfc822; hana@naver.com'. */
function addressOf(field: string): string {
  return field.slice(field.indexOf(';') + 1).trim()
}

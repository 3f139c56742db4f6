import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { apiPaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { isOwnRequestId, REQUEST_ID_HEADER } from '../http/request-log.ts'
import { createEmailJsTransport, createSmtpTransport, type Transport } from '../mail/transports.ts'
import type { NewestItem } from '../product.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

/** Logs in to the mail server, and with `recipient` sends a mail. @throws {MailError} */
export async function checkMail(config: Config, recipient: string | null): Promise<Finding[]> {
  const { smtpUrl, emailJs, from } = config.mail
  if (smtpUrl !== null) return use(createSmtpTransport(smtpUrl, from), new URL(smtpUrl).host, config, recipient)
  if (emailJs !== null) return use(createEmailJsTransport(emailJs), new URL(emailJs.url).host, config, recipient)
  if (recipient !== null) return [faultFinding(`No mail was sent to ${recipient}: no mail server is named (SMTP_URL).`)]
  return [
    warningFinding(
      `No mail server is named (SMTP_URL): mails are written to ${config.dataDir}/mail, and nobody gets them.`,
    ),
  ]
}

async function use(transport: Transport, host: string, config: Config, recipient: string | null): Promise<Finding[]> {
  try {
    await transport.check?.()
    const findings = [
      transport.check
        ? okFinding(`The mail server ${host} lets the site in.`)
        : okFinding(`Mails go to ${host}, which only a mail can try: npm run doctor -- --mail ADDRESS.`),
    ]
    if (recipient === null) return findings
    const subject = `${config.siteName}: 시험 메일`
    const text = '메일이 잘 도착했어요. npm run doctor가 보낸 메일이에요.'
    const id = `<doctor-${Date.now()}@${new URL(config.publicOrigin).hostname}>`
    await transport.send({ to: recipient, subject, text, html: `<p>${text}</p>` }, id)
    return [
      ...findings,
      okFinding(`${host} has taken a mail to ${recipient}: see whether it arrives, and not as spam.`),
    ]
  } finally {
    transport.close()
  }
}

const UNDEFINED_TABLE = '42P01'

/**
 * Reports how many members get no mails because some came back, and whether the site hears of mails that come back
 * after the mail server accepted them.
 */
export async function checkReturnedMails(
  db: Database,
  { mail: { smtpUrl, hookSecret } }: Config,
  stops: RawBuilder<number>,
): Promise<Finding[]> {
  const { rows } = await sql<{ count: number }>`select ${stops} as count`
    .execute(db)
    .catch((error: { code?: string }) => {
      // An empty database, and one of an earlier release, has no such table yet.
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const count = rows[0]?.count ?? 0
  return [
    ...(count > 0
      ? [warningFinding(`No mail is sent to ${count} members, because some came back from their addresses.`)]
      : []),
    ...(smtpUrl !== null && hookSecret === null
      ? [
          warningFinding(
            'The site does not hear of mails that come back later: set MAIL_HOOK_SECRET, and tell your mail provider.',
          ),
        ]
      : []),
  ]
}

const TIMEOUT_MS = 10_000

/** Requests the site at PUBLIC_ORIGIN like a browser, and compares its newest post with the database. */
export async function checkOrigin(
  db: Database,
  { publicOrigin, trustedProxies }: Config,
  item: NewestItem,
): Promise<Finding[]> {
  const before = await item.load(db)
  const answer = await ask(publicOrigin, item.query)
  if (typeof answer === 'string') return [faultFinding(`PUBLIC_ORIGIN ${publicOrigin} does not answer: ${answer}.`)]
  const { status, body, requestId } = answer
  if (status === 403) {
    return [
      faultFinding(
        `The site at ${publicOrigin} refuses calls from there: it runs with another PUBLIC_ORIGIN, or the proxy changes Host or Origin.`,
      ),
    ]
  }
  const ids = idsIn(body, item)
  if (status !== 200 || ids === null) {
    return [
      faultFinding(
        `At PUBLIC_ORIGIN ${publicOrigin} something else answers, or a proxy without its site (status ${status}).`,
      ),
    ]
  }
  const newest = [before, await item.load(db)]
  if (newest.includes(ids[0] ?? null)) {
    const found = okFinding(`${publicOrigin} answers with the posts of this database.`)
    if (trustedProxies.length === 0 || !isOwnRequestId(requestId)) return [found]
    return [
      found,
      faultFinding(
        `The site does not trust the proxy at ${publicOrigin}, so all visitors count as one: TRUST_PROXY must list the address that the proxy connects from, which the log of the site names, and the proxy must send X-Forwarded-For.`,
      ),
    ]
  }
  return [
    faultFinding(
      `At PUBLIC_ORIGIN ${publicOrigin} another site answers: its newest post is not the one of this database.`,
    ),
  ]
}

async function ask(
  origin: string,
  query: string,
): Promise<{ status: number; body: string; requestId: string } | string> {
  try {
    const response = await fetch(origin + apiPaths.graphql, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        [REQUEST_ID_HEADER]: `doctor-${Date.now()}`,
      },
      body: JSON.stringify({ query }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      status: response.status,
      body: await response.text(),
      requestId: response.headers.get(REQUEST_ID_HEADER) ?? '',
    }
  } catch (error) {
    const { message, cause } = error as Error
    return (cause as Error | undefined)?.message || message
  }
}

function idsIn(body: string, { readIds }: NewestItem): readonly string[] | null {
  try {
    return readIds((JSON.parse(body) as { data: unknown }).data)
  } catch {
    return null
  }
}

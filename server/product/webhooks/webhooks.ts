import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type {
  CountResult,
  MutationAddWebhookArgs,
  MutationRemoveWebhookArgs,
  NewWebhook,
  Webhook,
} from '#contract/schema.gen.ts'
import { webhookLimits, webhookMessages } from '#rules/webhooks.ts'
import { isLoopback } from '../../platform/config/address-config.ts'
import type { Config } from '../../platform/config.ts'
import type { MemberContext } from '../../platform/context.ts'
import { badInput } from '../../platform/errors.ts'
import { addToModerationRecord, endAndRecord } from '../enforcement/decisions.ts'
import { requireModerationRight } from '../moderation/policy.ts'

/** Random bytes of a secret. */
const SECRET_BYTES = 32

/** Prefix of secrets by Standard Webhooks (https://www.standardwebhooks.com). */
export const SECRET_PREFIX = 'whsec_'

/** All webhooks, the latest last. @throws {AppError} FORBIDDEN for moderators */
export async function getWebhooks({ session, db }: MemberContext): Promise<Webhook[]> {
  requireModerationRight(session, 'open')
  const { rows } = await sql<Row>`select id, url, events, created_at, outcome, tried_at,
      (select count(*)::int from webhook_deliveries where webhook_id = webhooks.id) as waiting
    from webhooks order by id`.execute(db)
  return rows.map(({ id, url, events, created_at, outcome, tried_at, waiting }) => ({
    id: String(id),
    url,
    events,
    since: created_at.toISOString(),
    outcome,
    tried: tried_at?.toISOString() ?? null,
    waiting,
  }))
}

type Row = {
  id: number
  url: string
  events: Webhook['events']
  created_at: Date
  outcome: string | null
  tried_at: Date | null
  waiting: number
}

/**
 * Parses the URL of a webhook; null if the site may not send there. Allowed is https at the usual port, with a host name and no
 * password; outside production also programs on this machine.
 */
export function parseWebhookUrl(text: string, { mode }: Pick<Config, 'mode'>): URL | null {
  const url = text.length <= webhookLimits.url ? URL.parse(text.trim()) : null
  if (!url || url.username + url.password + url.hash !== '') return null
  if (isLoopback(url.hostname)) return mode === 'production' ? null : url
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  return url.protocol === 'https:' && url.port === '' && isNamed ? url : null
}

/** Adds a webhook. Only this response has its secret. @throws {AppError} FORBIDDEN for moderators, BAD_USER_INPUT */
export async function addWebhook(context: MemberContext, { url, events }: MutationAddWebhookArgs): Promise<NewWebhook> {
  const { session, db, config, secrets } = context
  requireModerationRight(session, 'open')
  const address = parseWebhookUrl(url, config)
  if (!address) throw badInput([{ field: 'url', message: webhookMessages.url }])
  if (events.length === 0) throw badInput([{ field: 'events', message: webhookMessages.events }])
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(tx)
    if ((rows[0]?.count ?? 0) >= webhookLimits.webhooks)
      throw badInput([{ field: 'url', message: webhookMessages.many }])
    await tx
      .insertInto('webhooks')
      .values({ url: address.href, secret_sealed: secrets.seal(secret, 'webhook'), events: [...new Set(events)] })
      .execute()
    await addToModerationRecord(tx, { actorId: session.accountId, action: 'add webhook', reason: address.host })
  })
  return { secret }
}

/** Removes a webhook with its waiting deliveries. @throws {AppError} as `endAndRecord` */
export const removeWebhook = (context: MemberContext, args: MutationRemoveWebhookArgs): Promise<CountResult> =>
  endAndRecord(context, args.id, 'remove webhook', async (tx, id) => {
    const removed = await tx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    return removed && new URL(removed.url).host
  })

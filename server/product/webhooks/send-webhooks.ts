import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../platform/context.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { sendPostRequest } from '../../platform/http/public-requests.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { parseWebhookUrl, SECRET_PREFIX } from './webhooks.ts'

/** Deliveries of one webhook that are under way at once. */
const BATCH = 10

/** Minutes after the first failure; each further pause is twice as long. */
const PAUSE = 1

/** The last attempt is 17 hours after the first. */
const MOST_ATTEMPTS = 11

type Delivery = {
  id: number
  webhook_id: number
  url: string
  secret_sealed: Buffer
  event: string
  data: unknown
  attempts: number
  created_at: Date
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets'>

/**
 * Sends deliveries that are due, those of each webhook beside the others', so that no receiver waits for another. Runs every
 * minute; parallel runs take different deliveries.
 */
export async function sendWebhooks(parts: Parts): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from webhooks w where exists (select from webhook_deliveries where webhook_id = w.id and next_at <= now())`.execute(
    parts.db,
  )
  await Promise.all(rows.map(({ id }) => sendWebhook(parts, id)))
}

/** A receiver that fails gets no further batch in this run: one that never answers would take a job's place for all of it. */
function sendWebhook(parts: Parts, id: number): Promise<void> {
  let hasFailed = false
  return workThrough(
    async () => (hasFailed ? [] : claim(parts.db, id)),
    async (one) => {
      if (!(await deliver(parts, one))) hasFailed = true
    },
  )
}

/** Claims deliveries of a webhook by setting the time of their next attempt, so that one that breaks off is tried again. */
async function claim(db: Queryable, webhookId: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`with due as (
      update webhook_deliveries set attempts = attempts + 1,
        next_at = now() + make_interval(mins => ${sql.lit(PAUSE)} * (2 ^ attempts)::integer)
      where id in (select id from webhook_deliveries where webhook_id = ${webhookId} and next_at <= now()
        order by next_at, id limit ${sql.lit(BATCH)} for update skip locked)
      returning *
    )
    select due.*, w.url, w.secret_sealed from due join webhooks w on w.id = due.webhook_id order by due.id`.execute(db)
  return rows
}

/** Returns whether the receiver has accepted it. */
async function deliver({ config, db, secrets }: Parts, delivery: Delivery): Promise<boolean> {
  const url = parseWebhookUrl(delivery.url, config)
  // A webhook's secret may be lost when the site's key has changed, which must not keep the others of the batch waiting.
  const secret = secrets.canOpen(delivery.secret_sealed, 'webhook')
    ? secrets.open(delivery.secret_sealed, 'webhook')
    : null
  const outcome = url && secret !== null ? await send(url, secret, delivery) : 'not allowed'
  const isSent = /^2\d\d$/.test(outcome)
  if (isSent || delivery.attempts >= MOST_ATTEMPTS) {
    await db.deleteFrom('webhook_deliveries').where('id', '=', delivery.id).execute()
  }
  await noteOutcome(db, delivery.webhook_id, outcome)
  return isSent
}

/** Returns the HTTP status, or the code of the failure. The headers are those of Standard Webhooks. */
async function send(url: URL, secret: string, { id, event, data, created_at }: Delivery): Promise<string> {
  const body = JSON.stringify({ type: event, timestamp: created_at.toISOString(), data })
  const name = `msg_${id}`
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${name}.${seconds}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'webhook-id': name,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
  try {
    return String(await sendPostRequest(url, headers, body))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).name
  }
}

async function noteOutcome(db: Database, id: number, outcome: string): Promise<void> {
  await db.updateTable('webhooks').set({ outcome, tried_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

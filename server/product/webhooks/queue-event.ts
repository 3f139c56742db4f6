import { sql } from 'kysely'
import { type WebhookEvent, webhookLimits } from '#rules/webhooks.ts'
import type { Queryable } from '../../platform/database/connect.ts'

/** Data of an event: no more than is needed to ask the API for it, because other programs keep it. */
type EventData = Readonly<{
  post: { id: string }
  report: { kind: string; reason: string }
  signup: { handle: string; pending: boolean }
}>

/** Queues an event for all webhooks that want it; call it in the transaction of the event itself. */
export async function queueWebhookEvent<Event extends WebhookEvent>(
  tx: Queryable,
  event: Event,
  data: EventData[Event],
): Promise<void> {
  await sql`insert into webhook_deliveries (webhook_id, event, data)
    select w.id, ${event}, ${JSON.stringify(data)}::jsonb from webhooks w where ${event} = any(w.events)
      and (select count(*) from webhook_deliveries d where d.webhook_id = w.id) < ${sql.lit(webhookLimits.waiting)}`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import { notificationText } from '#rules/notifications.ts'
import { paths } from '#rules/paths.ts'
import type { Services } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { sendPostRequest } from '../../platform/http/public-requests.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { isSessionAlive } from '../accounts/sessions/sessions.ts'
import { loadSiteName } from '../look/load-look.ts'
import { loadLatestNotifications, type NotificationRow, notificationPath } from '../notifications/get-notifications.ts'
import { parsePushEndpoint } from './subscriptions.ts'

/** Subscriptions that are claimed at once. */
const BATCH = 50

/** Minutes between two pushes to one device, whose notifications are sent together. */
const PAUSE = 5

/** Successive failures, the last ones days apart, after which a subscription is deleted. */
const MOST_FAILURES = 12

/** Seconds that the service keeps a push for a device that is off. */
const TTL = 86_400

type Subscription = {
  id: number
  account_id: number
  endpoint: string
  p256dh: string
  auth: string
  /** Text, because a `Date` has no microseconds. */
  told_until: string
  failures: number
}

type Parts = Pick<Services, 'config' | 'db' | 'log' | 'secrets'>

/** Pushes new notifications to devices. Runs every minute; parallel runs take different devices. */
export function sendPushes(parts: Parts): Promise<void> {
  return workThrough(
    () => claim(parts.db),
    (one) => tell(parts, one),
  )
}

/** Claims subscriptions whose members have unread notifications, so that other runs skip these subscriptions. */
async function claim(db: Queryable): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    update push_subscriptions set next_at = now() + make_interval(mins => ${sql.lit(PAUSE)} * (2 ^ failures)::integer)
    where id in (
      select s.id from push_subscriptions s join sessions on sessions.id = s.session_id
      where s.next_at <= now() and not sessions.restricted and ${isSessionAlive} and exists (
        select from notifications n where n.account_id = s.account_id and not n.is_read and n.at > s.told_until)
      order by s.next_at limit ${sql.lit(BATCH)} for update of s skip locked
    )
    returning id, account_id, endpoint, p256dh, auth, told_until::text, failures`.execute(db)
  return rows
}

async function tell(parts: Parts, subscription: Subscription): Promise<void> {
  const { db, log } = parts
  const own = db.updateTable('push_subscriptions').where('id', '=', subscription.id)
  const [latest, ...others] = await loadLatestNotifications(db, subscription.account_id, subscription.told_until)
  // There is none if its content was hidden or deleted meanwhile.
  if (!latest) return void (await own.set({ told_until: sql<Date>`now()` }).execute())
  const outcome = await send(parts, subscription, payloadOf(await loadSiteName(parts), latest, others.length))
  if (outcome === 'gone' || (outcome !== 'sent' && subscription.failures + 1 >= MOST_FAILURES)) {
    await db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
  } else if (outcome === 'sent')
    await own.set({ told_until: sql<Date>`${latest.at}::timestamptz`, failures: 0 }).execute()
  else {
    log.warn({ reason: outcome }, 'a push was not taken, tried again later')
    await own.set({ failures: subscription.failures + 1 }).execute()
  }
}

/** Text and link as in the list of notifications. */
function payloadOf(title: string, latest: NotificationRow, others: number): string {
  const text = notificationText(latest) + (others > 0 ? ` 외 ${others}건` : '')
  return JSON.stringify({ title, text, url: others === 0 ? notificationPath(latest) : paths.notifications })
}

/** 'gone' if the browser has unsubscribed; otherwise the failure, without the endpoint. */
async function send({ config, secrets }: Parts, subscription: Subscription, payload: string): Promise<string> {
  const url = parsePushEndpoint(subscription.endpoint, config)
  if (!url) return 'gone'
  const { p256dh, auth } = subscription
  const { default: webPush } = await import('web-push')
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint: url.href, keys: { p256dh, auth } }, payload, {
      vapidDetails: { ...secrets.vapid, subject: subjectOf(config) },
      TTL,
      urgency: 'low',
      contentEncoding: 'aes128gcm',
    })
    const status = await sendPostRequest(url, headers, body)
    if (status === 404 || status === 410) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : `status ${status}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).name
  }
}

function subjectOf({ contact, publicOrigin }: Parts['config']): string {
  if (contact?.includes('@')) return `mailto:${contact}`
  return publicOrigin.startsWith('https:') ? publicOrigin : 'mailto:operator@localhost'
}

import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { CountResult, MutationSubscribePushArgs, MutationUnsubscribePushArgs } from '#contract/schema.gen.ts'
import { notificationMessages, pushLimits } from '#rules/notifications.ts'
import { isLoopback } from '../../platform/config/address-config.ts'
import type { Config } from '../../platform/config.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput } from '../../platform/errors.ts'

/**
 * URL of a subscription if requests to it are allowed, otherwise null: https at the usual port, at a push service of the
 * settings. A service on this machine, for tests, may use http.
 */
export function parsePushEndpoint(endpoint: string, { pushHosts }: Pick<Config, 'pushHosts'>): URL | null {
  const url = URL.parse(endpoint)
  const isNamed = pushHosts.some((host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`))
  if (!url || !isNamed || url.username + url.password + url.hash !== '') return null
  if (isLoopback(url.hostname)) return url
  return url.protocol === 'https:' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : null
}

/** Public key for subscriptions, base64url, the same for all browsers. */
export async function getPushKey(context: MemberContext): Promise<string> {
  return context.secrets.vapid.publicKey
}

/**
 * Subscribes this session's browser until the session ends; a former member's subscription there is replaced.
 * @throws {AppError} BAD_USER_INPUT for an endpoint of no push service, RATE_LIMITED
 */
export async function subscribePush(context: MemberContext, args: MutationSubscribePushArgs): Promise<CountResult> {
  const { id, accountId } = context.session
  const { endpoint, p256dh, auth } = args
  const isFitting = endpoint.length <= pushLimits.endpoint && isPublicKey(p256dh) && hasBytes(auth, 16)
  if (!isFitting || !parsePushEndpoint(endpoint, context.config)) {
    throw badInput([{ field: 'endpoint', message: notificationMessages.noPushService }])
  }
  const subscription = { account_id: accountId, session_id: id, endpoint, p256dh, auth }
  await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      // The later of simultaneous subscriptions of a browser wins, also if they are of two accounts.
      await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(tx)
      await tx
        .deleteFrom('push_subscriptions')
        .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('session_id', '=', id)]))
        .execute()
      await tx.insertInto('push_subscriptions').values(subscription).execute()
      await endOldest(tx, accountId)
    }),
  )
  return { count: 1, id: null }
}

/** Whether a text is so many bytes in canonical base64url, without padding. */
function hasBytes(text: string, count: number): boolean {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === count && bytes.toString('base64url') === text
}

/** Whether a text is an uncompressed point of P-256 (RFC 8291, 3.1): with other keys messages cannot be encrypted. */
function isPublicKey(text: string): boolean {
  if (!hasBytes(text, 65)) return false
  const point = Buffer.from(text, 'base64url')
  try {
    ECDH.convertKey(point, 'prime256v1')
    return point[0] === 4
  } catch {
    return false
  }
}

async function endOldest(tx: Queryable, accountId: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (select id from push_subscriptions
    where account_id = ${accountId} order by id desc offset ${pushLimits.devices})`.execute(tx)
}

/** Ends the subscription of the caller with that endpoint; `count` is 0 if there is none. */
export async function unsubscribePush(context: MemberContext, args: MutationUnsubscribePushArgs): Promise<CountResult> {
  const { accountId } = context.session
  const { numDeletedRows } = await context.db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', args.endpoint)
    .executeTakeFirst()
  return { count: Number(numDeletedRows), id: null }
}

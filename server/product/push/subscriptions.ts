import { ECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { sql } from 'kysely'
import type { CountResult, MutationSubscribePushArgs, MutationUnsubscribePushArgs } from '#contract/schema.gen.ts'
import { notificationMessages, pushLimits } from '#rules/notifications.ts'
import { isLoopback } from '../../platform/config/address-config.ts'
import type { Config } from '../../platform/config.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/connect.ts'
import { badInput } from '../../platform/errors.ts'

/** Addresses of this machine, of private networks, and others that no push service has (RFC 6890). */
const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4')
}

/** Only global unicast addresses are public, and of these not those that lead to IPv4 or are for documents. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/**
 * The URL of a subscription if we may send requests to it: https, at a push service that the operator names, as browsers
 * make it. A service on this machine, for tests, may have http.
 */
export function allowedEndpoint(endpoint: string, { pushHosts }: Pick<Config, 'pushHosts'>): URL | null {
  const url = URL.parse(endpoint)
  const isNamed = pushHosts.some((host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`))
  if (!url || !isNamed || url.username + url.password + url.hash !== '') return null
  if (isLoopback(url.hostname)) return url
  return url.protocol === 'https:' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : null
}

/** Resolves a name, and refuses one that leads inside: checked for the very address that is connected to. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address))
    if (error || refused || !addresses[0]) {
      const reason = `${hostname} leads to ${refused?.address ?? 'nothing'}, which is not public`
      callback(error ?? Object.assign(new Error(reason), { code: 'NOT_PUBLIC' }), '', 0)
    } else if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  })
}

/** With which browsers subscribe: base64url, the same for all. */
export async function getPushKey(context: MemberContext): Promise<string> {
  return context.secrets.vapid.publicKey
}

/**
 * The browser of this session takes notifications until the session ends. Its former member gets none there.
 * @throws {AppError} BAD_USER_INPUT for an endpoint of no push service, RATE_LIMITED
 */
export async function subscribePush(context: MemberContext, args: MutationSubscribePushArgs): Promise<CountResult> {
  const { id, accountId } = context.session
  const { endpoint, p256dh, auth } = args
  const isFitting = endpoint.length <= pushLimits.endpoint && isPublicKey(p256dh) && hasBytes(auth, 16)
  if (!isFitting || !allowedEndpoint(endpoint, context.config)) {
    throw badInput([{ field: 'endpoint', message: notificationMessages.noPushService }])
  }
  const subscription = { account_id: accountId, session_id: id, endpoint, p256dh, auth }
  await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      // If two come at once, also of two accounts in one browser, the later one replaces the earlier.
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

/** In base64url, without padding and as every encoder writes it. */
function hasBytes(text: string, count: number): boolean {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === count && bytes.toString('base64url') === text
}

/** An uncompressed point of P-256 (RFC 8291, 3.1); no message could be sealed for another one. */
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

/** `count` is 0 if the caller had no such subscription. */
export async function unsubscribePush(context: MemberContext, args: MutationUnsubscribePushArgs): Promise<CountResult> {
  const { accountId } = context.session
  const { numDeletedRows } = await context.db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', args.endpoint)
    .executeTakeFirst()
  return { count: Number(numDeletedRows), id: null }
}

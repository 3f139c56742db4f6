import { ECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { sql } from 'kysely'
import type { CountResult, MutationSubscribePushArgs, MutationUnsubscribePushArgs } from '#contract/schema.gen.ts'
import { notificationMessages, pushLimits } from '#rules/notifications.ts'
import { isLoopback } from '../../platform/config/address-config.ts'
import type { Config } from '../../platform/config.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput } from '../../platform/errors.ts'

/** Addresses of this machine, private networks, and others without push services (RFC 6890). */
const internalAddresses = new BlockList()
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
  internalAddresses.addSubnet(network, prefix, 'ipv4')
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  internalAddresses.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !internalAddresses.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !internalAddresses.check(address, 'ipv6')
}

/**
 * URL of a subscription if requests to it are allowed: https, at a push service of the settings, in the form of
 * browsers. A service on this machine, for tests, may use http.
 */
export function allowedEndpoint(endpoint: string, { pushHosts }: Pick<Config, 'pushHosts'>): URL | null {
  const url = URL.parse(endpoint)
  const isNamed = pushHosts.some((host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`))
  if (!url || !isNamed || url.username + url.password + url.hash !== '') return null
  if (isLoopback(url.hostname)) return url
  return url.protocol === 'https:' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : null
}

/** Resolves a name and refuses internal addresses; the connection uses the checked address. */
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
  if (!isFitting || !allowedEndpoint(endpoint, context.config)) {
    throw badInput([{ field: 'endpoint', message: notificationMessages.noPushService }])
  }
  const subscription = { account_id: accountId, session_id: id, endpoint, p256dh, auth }
  await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      // Of simultaneous subscriptions of a browser, also of two accounts, the later one wins.
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

/** Canonical base64url without padding. */
function hasBytes(text: string, count: number): boolean {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === count && bytes.toString('base64url') === text
}

/** An uncompressed point of P-256 (RFC 8291, 3.1); messages cannot be encrypted for other texts. */
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

/** `count` is 0 without such a subscription of the caller. */
export async function unsubscribePush(context: MemberContext, args: MutationUnsubscribePushArgs): Promise<CountResult> {
  const { accountId } = context.session
  const { numDeletedRows } = await context.db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', args.endpoint)
    .executeTakeFirst()
  return { count: Number(numDeletedRows), id: null }
}

import { sql } from 'kysely'
import type { CountResult, MutationSubscribePushArgs, MutationUnsubscribePushArgs } from '#contract/schema.gen.ts'
import { notificationMessages, pushLimits } from '#rules/notifications.ts'
import { isStorable } from '#rules/text.ts'
import { limited, type OperationContext, requireSession } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { badInput } from '../errors.ts'
import { allowedEndpoint } from './endpoint.ts'

/** With which browsers subscribe: base64url, the same for all. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function getPushKey(context: OperationContext): Promise<string> {
  requireSession(context)
  return context.secrets.vapid.publicKey
}

/**
 * The browser of this session takes notifications until the session ends. Whoever had it before gets none there.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT for an endpoint of no push service, RATE_LIMITED
 */
export async function subscribePush(context: OperationContext, args: MutationSubscribePushArgs): Promise<CountResult> {
  const { id, accountId } = requireSession(context)
  const { endpoint, p256dh, auth } = args
  const isFitting =
    endpoint.length <= pushLimits.endpoint && isStorable(endpoint) && hasBytes(p256dh, 65) && hasBytes(auth, 16)
  if (!isFitting || !allowedEndpoint(endpoint, context.config)) {
    throw badInput([{ field: 'endpoint', message: notificationMessages.noPushService }])
  }
  const subscription = { account_id: accountId, session_id: id, endpoint, p256dh, auth }
  await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      // Of two at once, also of two accounts in one browser, the later one replaces the earlier.
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

function hasBytes(text: string, count: number): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').length === count
}

async function endOldest(tx: Queryable, accountId: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (select id from push_subscriptions
    where account_id = ${accountId} order by id desc offset ${pushLimits.devices})`.execute(tx)
}

/** `count` is 0 if the caller had no such subscription. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function unsubscribePush(
  context: OperationContext,
  args: MutationUnsubscribePushArgs,
): Promise<CountResult> {
  const { accountId } = requireSession(context)
  if (!isStorable(args.endpoint)) return { count: 0, id: null }
  const { numDeletedRows } = await context.db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', '=', args.endpoint)
    .executeTakeFirst()
  return { count: Number(numDeletedRows), id: null }
}

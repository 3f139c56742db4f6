import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './connect.ts'
import { openClient } from './connect.ts'

/** Channel on which committed changes of posts or likes are announced to all instances. */
export const FEED_CHANNEL = 'matnanum_feed'

const RETRY_MS = 500

/** Listeners per channel: called with the payload of each notification, or with null when some may have been missed. */
export type Listeners = Readonly<Record<string, (payload: string | null) => void>>

/**
 * Calls a channel's listener for every notification, and all listeners with null after each connection, because
 * earlier notifications may have been missed. Returns a function that stops listening.
 */
export async function listenForChanges(
  connectionString: string,
  listeners: Listeners,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false

  const open = async (): Promise<void> => {
    const next = openClient({ connectionString, application_name: 'matnanum listen' })
    next.on('notification', ({ channel, payload }) => listeners[channel]?.(payload ?? null))
    next.on('end', retry)
    client = next
    await next.connect()
    for (const channel of Object.keys(listeners)) await next.query(`listen ${channel}`)
    isAway = false
    for (const listener of Object.values(listeners)) listener(null)
  }
  const retry = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      open().catch(failed)
    }, RETRY_MS)
  }

  const failed = (error: unknown) => {
    // Logged once per outage.
    if (!isAway) log.warn({ err: error }, 'listening for changes failed; trying again')
    isAway = true
    // A connection that failed after connecting would stay open beside the next.
    client?.end().catch(() => {})
    retry()
  }

  await open().catch(failed)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

/** Tells every instance, when the transaction commits, that its cached lists and posts are outdated. */
export async function notifyFeedChanged(tx: Queryable, postId: number): Promise<void> {
  await sql`select ${feedChanged(sql`${postId}::bigint`)}`.execute(tx)
}

/** The same as an expression, for a statement that is the whole transaction. */
export function feedChanged(postId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_notify(${FEED_CHANNEL}, (${postId})::text)`
}

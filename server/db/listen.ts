import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from './connect.ts'
import { lastMigration } from './prepare-database.ts'
import { listenerName } from './releases.ts'

const RETRY_MS = 500

/** The connection of a machine that lost power ends after half a minute instead of two hours (`releases.ts`). */
const FORGET_SOON = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export type Listeners = Readonly<Record<string, (payload: string | null) => void>>

/** After each connection listeners get null, because notifications may have been missed. Returns a function to stop. */
export async function listenForChanges(
  connectionString: string,
  listeners: Listeners,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const application_name = listenerName(lastMigration())
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false

  const open = async (): Promise<void> => {
    const next = openClient({ connectionString, application_name })
    next.on('notification', ({ channel, payload }) => listeners[channel]?.(payload ?? null))
    next.on('end', retry)
    client = next
    await next.connect()
    await next.query(FORGET_SOON)
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

import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from './pool.ts'

/** Channel on which a committed change of posts or likes is announced to every instance. */
export const FEED_CHANNEL = 'matnanum_feed'

const RETRY_MS = 500

/**
 * Calls `onChange` after every announced change, and once after each reconnection because changes may have been missed.
 * Returns a function that stops listening.
 */
export async function listenForChanges(
  connectionString: string,
  onChange: () => void,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false

  const open = async (): Promise<void> => {
    const next = openClient({ connectionString, application_name: 'matnanum listen' })
    next.on('notification', onChange)
    next.on('end', retry)
    client = next
    await next.connect()
    await next.query(`listen ${FEED_CHANNEL}`)
    isAway = false
    onChange()
  }
  const retry = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      open().catch(failed)
    }, RETRY_MS)
  }

  const failed = (error: unknown) => {
    // Said once, however long the database is away.
    if (!isAway) log.warn({ err: error }, 'listening for changes failed; trying again')
    isAway = true
    // One that connected and then failed would stay open beside the next.
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

import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from './pool.ts'

/** Channel on which a committed change of posts or likes is announced to every instance. */
export const FEED_CHANNEL = 'matnanum_feed'

const RETRY_MS = 1000

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

  const open = async (): Promise<void> => {
    const next = openClient({ connectionString, application_name: 'matnanum listen' })
    next.on('notification', onChange)
    next.on('end', retry)
    client = next
    await next.connect()
    await next.query(`listen ${FEED_CHANNEL}`)
    onChange()
  }
  const retry = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      open().catch((error: unknown) => {
        log.warn({ err: error }, 'listening for changes failed; trying again')
        retry()
      })
    }, RETRY_MS)
  }

  await open().catch(retry)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

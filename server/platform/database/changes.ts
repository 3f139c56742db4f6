import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, openClient, perDatabase } from './connect.ts'
import { lastMigration, listenerName } from './prepare-database.ts'
import { withoutWaitLimit } from './wait-limit.ts'

/**
 * A change that readers can see. 'profile': an author's name, picture or line, or their withdrawal; 'follow': an
 * author's counts; 'collection': its texts, entries, visibility or deletion; 'shop': whether lists show it.
 */
export type Change = Readonly<
  | { kind: 'like' | 'comment' | 'post'; postId: number }
  | { kind: 'profile'; accountId: number }
  | { kind: 'follow'; handle: string }
  | { kind: 'collection' | 'shop'; id: string }
>

type Listener = (change: Change | null) => void

export const CHANGES_CHANNEL = 'matnanum_changes'

/** PostgreSQL limits a notification to 8,000 bytes. */
const MOST_TOGETHER = 100

type Message = { from: string; changes: Change[] }

class Changes {
  readonly #db: Database
  readonly #name = randomUUID()
  readonly #listeners = new Set<Listener>()
  #unsent: Change[] = []
  #isSending = false

  constructor(db: Database) {
    this.#db = db
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Call it after the commit, before the response. */
  announce(change: Change): void {
    this.#tell(change)
    this.#unsent.push(change)
    if (!this.#isSending) void this.#send()
  }

  /** Passes on a notification of another process; null: notifications may be lost. */
  hear(payload: string | null): void {
    const message = parseMessage(payload)
    if (message === null) this.#tell(null)
    else if (message.from !== this.#name) for (const change of message.changes) this.#tell(change)
  }

  #tell(change: Change | null): void {
    for (const listener of this.#listeners) listener(change)
  }

  async #send(): Promise<void> {
    this.#isSending = true
    try {
      while (this.#unsent.length > 0) {
        const message: Message = { from: this.#name, changes: this.#unsent.splice(0, MOST_TOGETHER) }
        const notify = sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`
        await withoutWaitLimit(() => notify.execute(this.#db))
      }
    } catch {
      // Unsent changes may be dropped, because caches keep nothing for longer than a second.
      this.#unsent = []
    } finally {
      this.#isSending = false
    }
  }
}

function parseMessage(payload: string | null): Message | null {
  try {
    const message = JSON.parse(payload ?? 'null') as Message | null
    return Array.isArray(message?.changes) ? message : null
  } catch {
    return null
  }
}

export const changesOf = perDatabase((db) => new Changes(db))

const RETRY_MS = 500

/**
 * Ends the connection of a machine that lost power after half a minute instead of two hours (`prepare-database.ts`).
 */
const KEEPALIVE_SETTINGS = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

type Listeners = Readonly<Record<string, (payload: string | null) => void>>

/** Listeners get null after each connection, because notifications may be lost. Returns a function to stop. */
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
    await next.query(KEEPALIVE_SETTINGS)
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
    // Closes a client that failed after connecting.
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

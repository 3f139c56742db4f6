import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Change, ChangeLog } from './change-log.ts'
import { type Database, openClient, perDatabase, type Queryable } from './connect.ts'
import { lastMigration, listenerName } from './prepare-database.ts'
import { outsideWaitLimit } from './wait-limit.ts'

export const CHANGES_CHANNEL = 'matnanum_changes'

/** Bytes of JSON; PostgreSQL limits a notification to 8,000. */
const MOST_BYTES = 7500

/** Most changes that wait to be sent; if more do, other processes are told to drop everything. */
const MOST_UNSENT = 10_000

const RETRY_MS = 500

type Message = { from: string; changes: unknown[] }

class Changes {
  readonly #db: Database
  readonly #name = randomUUID()
  readonly log = new ChangeLog()
  #unsent: Change[] = []
  #isSending = false
  #isListening = false

  constructor(db: Database) {
    this.#db = db
  }

  /** Whether changes of other processes arrive. Otherwise no response may be cached. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** In both cases notifications may have been lost, so any response may be old. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.log.add(null)
  }

  /** Tells this process and all others of a change. Call it after the commit, before the response. */
  announce(change: Change): void {
    this.log.add(change)
    if (this.#unsent.length < MOST_UNSENT) this.#unsent.push(change)
    else this.#unsent = [null]
    if (!this.#isSending) void this.#send()
  }

  /** Receives a notification of another process; null means that notifications may be lost. */
  hear(payload: string | null): void {
    const message = parseMessage(payload)
    if (message === null) this.log.add(null)
    else if (message.from !== this.#name) for (const change of message.changes) this.log.add(asChange(change))
  }

  /** Retries until all are sent, because other processes keep the responses that show what has changed. */
  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#unsent.length > 0) {
      const queue = this.#unsent
      const { changes, payload } = firstMessage(this.#name, queue)
      const notify = sql`select pg_notify(${CHANGES_CHANNEL}, ${payload})`
      try {
        await outsideWaitLimit(() => notify.execute(this.#db))
        queue.splice(0, changes)
      } catch (error) {
        if (isClosed(error)) break
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
    this.#isSending = false
  }
}

/** Takes the changes from the start of the queue that fit into one notification. */
function firstMessage(from: string, queue: readonly Change[]): { changes: number; payload: string } {
  const texts: string[] = []
  let bytes = 0
  for (const change of queue) {
    const names = JSON.stringify(change)
    const text = Buffer.byteLength(names) > MOST_BYTES ? 'null' : names
    bytes += Buffer.byteLength(text) + 1
    if (bytes > MOST_BYTES && texts.length > 0) break
    texts.push(text)
  }
  return { changes: texts.length, payload: `{"from":${JSON.stringify(from)},"changes":[${texts}]}` }
}

/** Whether this process is ending. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && error.message.includes('destroyed')
}

function parseMessage(payload: string | null): Message | null {
  try {
    const message = JSON.parse(payload ?? 'null') as Message | null
    return Array.isArray(message?.changes) ? message : null
  } catch {
    return null
  }
}

/** null for a change that this release cannot read, such as one from another release. */
function asChange(change: unknown): Change {
  return Array.isArray(change) && change.every((name) => typeof name === 'string') ? change : null
}

/** The changes of a database, which this process announces to others and receives from them. */
export const changesOf = perDatabase((db) => new Changes(db))

/**
 * Tells all processes that any response may be old, also from a command or worker thread that ends at once. In a transaction
 * they learn of it at the commit.
 */
export async function announceAnyChange(db: Queryable): Promise<void> {
  const message: Message = { from: '', changes: [null] }
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`.execute(db)
}

/**
 * Makes PostgreSQL end the connection of a machine without power after half a minute instead of two hours
 * (`prepare-database.ts`).
 */
const KEEPALIVE_SETTINGS = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/** Functions that receive the notifications, by channel. */
export type Listeners = Readonly<Record<string, (payload: string | null) => void>>

/** Pause between two queries that test whether the connection lives. */
const BEAT_MS = 1000

/**
 * Milliseconds without an answer after which the connection counts as lost: a network may drop packets without closing
 * it.
 */
const SILENT_MS = 3000

/**
 * Listens on the channels of `listeners`. Each listener gets null after every connection, because notifications may be
 * lost before it. Returns a function to stop.
 * @param onState gets true when notifications begin to arrive, and false when they may not arrive any more
 */
export async function listenForChanges(
  connectionString: string,
  listeners: Listeners,
  log: FastifyBaseLogger,
  onState: (isListening: boolean) => void = () => {},
): Promise<() => Promise<void>> {
  const application_name = listenerName(lastMigration())
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false

  const open = async (): Promise<void> => {
    const next = openClient({ connectionString, application_name })
    next.on('notification', ({ channel, payload }) => listeners[channel]?.(payload ?? null))
    next.on('end', () => lost(next))
    client = next
    await next.connect()
    await next.query(KEEPALIVE_SETTINGS)
    for (const channel of Object.keys(listeners)) await next.query(`listen ${channel}`)
    isAway = false
    for (const listener of Object.values(listeners)) listener(null)
    onState(true)
    void beat(next)
  }
  const beat = async (connection: pg.Client): Promise<void> => {
    while (client === connection && !stopped) {
      await wait(BEAT_MS, undefined, { ref: false })
      if (client !== connection || stopped) return
      if (!(await answers(connection))) lost(connection)
    }
  }
  const lost = (connection: pg.Client) => {
    if (client !== connection) return
    client = undefined
    onState(false)
    connection.end().catch(() => {})
    retry()
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
    if (client) lost(client)
    else retry()
  }

  await open().catch(failed)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

async function answers(connection: pg.Client): Promise<boolean> {
  const late = new AbortController()
  const silence = wait(SILENT_MS, false, { ref: false, signal: late.signal })
    // An answer that has arrived while this process was busy is read first.
    .then(() => setImmediate(false))
    .catch(() => false)
  const answer = connection.query('select').then(
    () => true,
    () => false,
  )
  const isAlive = await Promise.race([answer, silence])
  late.abort()
  return isAlive
}

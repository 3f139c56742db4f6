import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, perDatabase } from './connect.ts'
import { withoutWaitLimit } from './wait-limit.ts'

/**
 * What a write has changed for readers. 'profile': an author's name, picture or line, or an account that is gone;
 * 'follow': an author's numbers.
 */
export type Change = Readonly<
  | { kind: 'like' | 'comment' | 'post'; postId: number }
  | { kind: 'profile'; accountId: number }
  | { kind: 'follow'; handle: string }
>

type Listener = (change: Change | null) => void

export const CHANGES_CHANNEL = 'matnanum_changes'

/** PostgreSQL limits a notification to 8,000 bytes. */
const MOST_TOGETHER = 100

type Message = { from: string; changes: Change[] }

/** Passes changes to the caches of this process at once, and to those of all others by PostgreSQL's NOTIFY. */
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

  /** Call it after the commit, before the caller is told of the success. */
  announce(change: Change): void {
    this.#tell(change)
    this.#unsent.push(change)
    if (!this.#isSending) void this.#send()
  }

  /** Passes on a notification of another process; null: some may have been missed. */
  hear(payload: string | null): void {
    const message = read(payload)
    if (message === null) this.#tell(null)
    else if (message.from !== this.#name) for (const change of message.changes) this.#tell(change)
  }

  #tell(change: Change | null): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** One notification at a time; what changes meanwhile goes into the next. */
  async #send(): Promise<void> {
    this.#isSending = true
    try {
      while (this.#unsent.length > 0) {
        const message: Message = { from: this.#name, changes: this.#unsent.splice(0, MOST_TOGETHER) }
        const notify = sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`
        await withoutWaitLimit(() => notify.execute(this.#db))
      }
    } catch {
      // Caches keep nothing for longer than a second, whatever they hear.
      this.#unsent = []
    } finally {
      this.#isSending = false
    }
  }
}

function read(payload: string | null): Message | null {
  try {
    const message = JSON.parse(payload ?? 'null') as Message | null
    return Array.isArray(message?.changes) ? message : null
  } catch {
    return null
  }
}

export const changesOf = perDatabase((db) => new Changes(db))

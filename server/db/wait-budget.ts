import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Milliseconds that one wait for a connection may take, and all waits of one request together. */
export const WAIT_MS = 2000

/** A request that has used up its time may still wait so long, which is enough to open a new connection. */
const MIN_WAIT_MS = 100

const budgets = new AsyncLocalStorage<WaitBudget>()

/** What one request may spend on waiting for connections; waits at the same time count once. */
export class WaitBudget {
  #left = WAIT_MS
  #waiting = 0
  #since = 0

  /** Runs `work`, and whatever it goes on with, on this budget. */
  run<T>(work: () => T): T {
    return budgets.run(this, work)
  }

  /** @throws as the pool does when the time is over */
  async take(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
    const connecting = pool.connect()
    const over = Promise.withResolvers<never>()
    const left = this.#left - (performance.now() - this.#since)
    const timer = setTimeout(
      () => over.reject(new Error('timeout exceeded when trying to connect')),
      Math.max(MIN_WAIT_MS, left),
    )
    try {
      return await Promise.race([connecting, over.promise])
    } catch (error) {
      // What arrives too late is somebody else's.
      connecting.then((client) => client.release()).catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left -= performance.now() - this.#since
    }
  }
}

/** A connection of the pool, waited for on the budget of the request in hand, if there is one. */
export function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  return budgets.getStore()?.take(pool) ?? pool.connect()
}

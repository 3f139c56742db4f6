import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type ConnectionTurns, runForNetwork } from './connection-turns.ts'

/** Milliseconds that a request waits for connections, in all, and that a statement waits for a lock. */
export const WAIT_MS = 2000

/** When the time is up, a wait may still take this long: enough to open a new connection. */
const MIN_WAIT_MS = 100

const limits = new AsyncLocalStorage<WaitLimit | undefined>()

/** Limits the time that one request waits for connections, counting all its waits together. */
export class WaitLimit {
  #left = WAIT_MS
  #waiting = 0
  #since = 0

  run<T>(work: () => T): T {
    return limits.run(this, work)
  }

  async take(turns: ConnectionTurns): Promise<pg.PoolClient> {
    if (turns.isFree) return turns.take()
    const taking = turns.take()
    try {
      return await this.wait(taking)
    } catch (error) {
      taking.then((client) => client.release()).catch(() => {})
      throw error
    }
  }

  async wait<T>(waiting: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
    const over = Promise.withResolvers<never>()
    const left = this.#left - (performance.now() - this.#since)
    const timer = setTimeout(
      () => over.reject(new Error('timeout exceeded when trying to connect')),
      Math.max(MIN_WAIT_MS, left),
    )
    try {
      return await Promise.race([waiting, over.promise])
    } finally {
      clearTimeout(timer)
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left -= performance.now() - this.#since
    }
  }
}

/** Takes a connection within the time limit of the current request. */
export function takeConnection(turns: ConnectionTurns): Promise<pg.PoolClient> {
  return (limits.getStore() ?? new WaitLimit()).take(turns)
}

/** Waits within the time limit of the current request, if it has one. @throws when the time is up */
export function waitWithinLimit<T>(waiting: Promise<T>): Promise<T> {
  return limits.getStore()?.wait(waiting) ?? waiting
}

/**
 * Runs work of several requests, or of none, outside the limit of the current request: each of its waits may take the
 * full time. Its connections count as those of `network`.
 */
export function outsideWaitLimit<T>(work: () => T, network?: string): T {
  return limits.run(undefined, () => runForNetwork(network, work))
}

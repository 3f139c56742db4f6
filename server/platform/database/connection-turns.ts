import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { FairQueue } from '../fair-queue.ts'

/** Group of the site's own work, such as jobs, which may hold all connections. */
const NO_NETWORK = 'no network'
/** Group of queries that serve requests of several networks together. */
export const SEVERAL_NETWORKS = 'several networks'

const networks = new AsyncLocalStorage<string>()

/** Runs work whose queries wait for connections in the turns of this network. */
export function runForNetwork<T>(network: string | undefined, work: () => T): T {
  return networks.run(network ?? NO_NETWORK, work)
}

/** Network in whose turns the current work waits for connections; undefined outside of `runForNetwork`. */
export function currentNetwork(): string | undefined {
  return networks.getStore()
}

/** Most connections that one network may hold: two thirds, so that at least one is left. */
export function shareOfNetwork(connections: number): number {
  return Math.max(1, Math.min(Math.ceil((connections * 2) / 3), connections - 1))
}

/** Pool whose connections networks take in turns. */
export class ConnectionTurns {
  readonly #pool: pg.Pool
  readonly #waiting = new FairQueue<{ begin: () => void }>()
  readonly #held = new Map<string, number>()
  readonly #networkOf = new WeakMap<pg.PoolClient, string>()
  #taken = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('release', (_error, client) => {
      const network = this.#networkOf.get(client)
      this.#networkOf.delete(client)
      if (network !== undefined) this.#leave(network)
    })
  }

  get totalCount(): number {
    return this.#pool.totalCount
  }

  get idleCount(): number {
    return this.#pool.idleCount
  }

  get waitingCount(): number {
    return this.#pool.waitingCount + this.#waiting.size
  }

  get isFree(): boolean {
    return this.#pool.idleCount > 0 && this.waitingCount === 0 && this.#mayTake(currentNetwork() ?? NO_NETWORK)
  }

  /** Resolves in the current network's turn. The connection is released to the pool as usual. */
  async take(): Promise<pg.PoolClient> {
    const network = currentNetwork() ?? NO_NETWORK
    const turn = Promise.withResolvers<void>()
    this.#waiting.add([network], { begin: turn.resolve })
    this.#beginNext()
    await turn.promise
    try {
      const client = await this.#pool.connect()
      this.#networkOf.set(client, network)
      return client
    } catch (error) {
      this.#leave(network)
      throw error
    }
  }

  #mayTake(network: string): boolean {
    const { max } = this.#pool.options
    const share = network === NO_NETWORK ? max : shareOfNetwork(max)
    return this.#taken < max && (this.#held.get(network) ?? 0) < share
  }

  #beginNext(): void {
    let network = ''
    const mayTake = (group: string) => {
      network = group
      return this.#mayTake(group)
    }
    for (let next = this.#waiting.take(mayTake); next; next = this.#waiting.take(mayTake)) {
      this.#taken++
      this.#held.set(network, (this.#held.get(network) ?? 0) + 1)
      next.begin()
    }
  }

  #leave(network: string): void {
    this.#taken--
    const held = (this.#held.get(network) ?? 0) - 1
    if (held > 0) this.#held.set(network, held)
    else this.#held.delete(network)
    queueMicrotask(() => this.#beginNext())
  }
}

import { waitWithinBudget } from '../db/wait-budget.ts'
import { networkOf } from '../limits/networks.ts'
import { tooManyWaiting } from './turns-by-name.ts'

/**
 * Tasks of one network that may wait; a carrier puts thousands of people behind one address. Those of all networks are
 * bounded by the connections (`server/http/slow-clients.ts`).
 */
const MOST_WAITING = 1000

type Waiting = { begin: () => void }
type Network = { running: number; waiting: Waiting[] }

/**
 * Runs a limited number of tasks at once. Networks take turns, and one alone never holds all places, so somebody with
 * many requests delays only their own (threat 65). A `Map` keeps the order of its keys: after its turn a network moves
 * to the end.
 */
export class TurnsByNetwork {
  readonly #atOnce: number
  readonly #ofNetwork: number
  readonly #networks = new Map<string, Network>()
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
    this.#ofNetwork = Math.ceil((atOnce * 2) / 3)
  }

  /**
   * Runs `task` for a client, by its address, when its network has a turn.
   * @throws {AppError} UNAVAILABLE when too many of the network wait, or the request has waited for too long.
   */
  async run<T>(ip: string, task: () => Promise<T>): Promise<T> {
    const name = networkOf(ip)
    const network = this.#networks.get(name) ?? { running: 0, waiting: [] }
    this.#networks.set(name, network)
    try {
      if (this.#hasRoom(network)) this.#begin(network)
      else await this.#waitIn(network)
      try {
        return await task()
      } finally {
        network.running--
        this.#running--
        this.#next()
      }
    } finally {
      if (network.running === 0 && network.waiting.length === 0) this.#networks.delete(name)
    }
  }

  /** Number of networks with running or waiting tasks. */
  get size(): number {
    return this.#networks.size
  }

  #hasRoom({ running }: Network): boolean {
    return this.#running < this.#atOnce && running < this.#ofNetwork
  }

  #begin(network: Network): void {
    network.running++
    this.#running++
  }

  async #waitIn(network: Network): Promise<void> {
    if (network.waiting.length >= MOST_WAITING) throw tooManyWaiting()
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { begin: turn.resolve }
    network.waiting.push(waiting)
    try {
      await waitWithinBudget(turn.promise)
    } catch {
      const at = network.waiting.indexOf(waiting)
      // Otherwise its turn has begun just now.
      if (at < 0) return
      network.waiting.splice(at, 1)
      throw tooManyWaiting()
    }
  }

  /** Begins the next task, if one may. */
  #next(): void {
    for (const [name, network] of this.#networks) {
      if (network.waiting.length === 0 || !this.#hasRoom(network)) continue
      this.#begin(network)
      this.#networks.delete(name)
      this.#networks.set(name, network)
      network.waiting.shift()?.begin()
      return
    }
  }
}

/**
 * Items that clients hold, by network, in the order of their last use. There are limits per network and in all; above a
 * limit the item that was unused for longest must be closed, so that idle clients keep nobody out.
 */
export class OldestFirst<T> {
  readonly #networkOf = new Map<T, string>()
  readonly #networks = new Map<string, Set<T>>()
  readonly #ofNetwork: number
  readonly #inAll: number

  constructor(ofNetwork: number, inAll: number) {
    this.#ofNetwork = ofNetwork
    this.#inAll = inAll
  }

  /** Adds an item as just used, and returns the one that must be closed for it, if any. */
  add(item: T, network: string): T | undefined {
    const held = this.#networks.get(network) ?? new Set()
    this.#networks.set(network, held)
    held.add(item)
    this.#networkOf.set(item, network)
    if (held.size > this.#ofNetwork) return this.#take(held)
    return this.#networkOf.size > this.#inAll ? this.#take(this.#networkOf.keys()) : undefined
  }

  /** Marks the item as just used. */
  touch(item: T): void {
    const network = this.#networkOf.get(item)
    const held = network === undefined ? undefined : this.#networks.get(network)
    if (network === undefined || !held) return
    held.delete(item)
    held.add(item)
    this.#networkOf.delete(item)
    this.#networkOf.set(item, network)
  }

  delete(item: T): void {
    const network = this.#networkOf.get(item)
    if (network === undefined) return
    this.#networkOf.delete(item)
    const held = this.#networks.get(network)
    held?.delete(item)
    if (held?.size === 0) this.#networks.delete(network)
  }

  #take(items: Iterable<T>): T | undefined {
    for (const oldest of items) {
      this.delete(oldest)
      return oldest
    }
    return undefined
  }
}

/** Above a limit one item is evicted: the least recently used of its own network, or of the network that holds most. */
export class LruByNetwork<T> {
  readonly #networkOf = new Map<T, string>()
  readonly #networks = new Map<string, Set<T>>()
  readonly #ofNetwork: number
  readonly #inAll: number

  constructor(ofNetwork: number, inAll: number) {
    this.#ofNetwork = ofNetwork
    this.#inAll = inAll
  }

  /** Returns the item to evict for the new one, if any. */
  add(item: T, network: string): T | undefined {
    this.#networkOf.set(item, network)
    const held = this.#use(item, network)
    if (held.size > this.#ofNetwork) return this.#evictFrom(held)
    return this.#networkOf.size > this.#inAll ? this.#evictFrom(this.#largest()) : undefined
  }

  touch(item: T): void {
    const network = this.#networkOf.get(item)
    if (network !== undefined) this.#use(item, network)
  }

  delete(item: T): void {
    const network = this.#networkOf.get(item)
    if (network === undefined) return
    this.#networkOf.delete(item)
    const held = this.#networks.get(network)
    held?.delete(item)
    if (held?.size === 0) this.#networks.delete(network)
  }

  #use(item: T, network: string): Set<T> {
    const held = this.#networks.get(network) ?? new Set()
    this.#networks.delete(network)
    this.#networks.set(network, held)
    held.delete(item)
    held.add(item)
    return held
  }

  #largest(): Set<T> {
    let largest = new Set<T>()
    for (const held of this.#networks.values()) if (held.size > largest.size) largest = held
    return largest
  }

  #evictFrom(held: Set<T>): T | undefined {
    for (const item of held) {
      this.delete(item)
      return item
    }
    return undefined
  }
}

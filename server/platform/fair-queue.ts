/** Keys of a waiting task, from the widest group to the narrowest, such as network and account. */
export type GroupKeys = readonly string[]

/**
 * Groups take turns, and so do the groups within a group. The first key of the map is next, and then moves to the end.
 */
export class FairQueue<Item extends object> {
  readonly #groups = new Map<string, FairQueue<Item>>()
  readonly #items: Item[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add([group, ...within]: GroupKeys, item: Item): void {
    this.#size++
    if (group === undefined) {
      this.#items.push(item)
      return
    }
    const queue = this.#groups.get(group) ?? new FairQueue<Item>()
    this.#groups.set(group, queue)
    queue.add(within, item)
  }

  take(mayTake: (group: string) => boolean = () => true): Item | undefined {
    const item = this.#items.shift() ?? this.#takeFromGroup(mayTake)
    if (item) this.#size--
    return item
  }

  remove([group, ...within]: GroupKeys, item: Item): boolean {
    const queue = group === undefined ? undefined : this.#groups.get(group)
    const isRemoved = group === undefined ? this.#removeOwn(item) : queue?.remove(within, item) === true
    if (isRemoved) this.#size--
    if (group !== undefined && queue?.size === 0) this.#groups.delete(group)
    return isRemoved
  }

  /**
   * Waiting item that gives way to a new one of `who`: the newest of the largest group. Undefined if the new one's
   * group would then be the largest.
   */
  itemToDisplace([group, ...within]: GroupKeys): Item | undefined {
    if (group === undefined) return undefined
    const own = this.#groups.get(group)
    const largest = this.#largestGroup()
    if (largest && (own?.size ?? 0) + 1 < largest.size) return largest.#newest()
    return own?.itemToDisplace(within)
  }

  #takeFromGroup(mayTake: (group: string) => boolean): Item | undefined {
    for (const [group, queue] of this.#groups) {
      if (!mayTake(group)) continue
      this.#groups.delete(group)
      if (queue.size > 1) this.#groups.set(group, queue)
      return queue.take()
    }
    return undefined
  }

  #removeOwn(item: Item): boolean {
    const at = this.#items.indexOf(item)
    if (at >= 0) this.#items.splice(at, 1)
    return at >= 0
  }

  #newest(): Item | undefined {
    const largest = this.#largestGroup()
    return largest ? largest.#newest() : this.#items.at(-1)
  }

  #largestGroup(): FairQueue<Item> | undefined {
    let largest: FairQueue<Item> | undefined
    for (const queue of this.#groups.values()) if (queue.size >= (largest?.size ?? 0)) largest = queue
    return largest
  }
}

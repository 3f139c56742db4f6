/** Names of what has changed (`shown.ts`); null for a change that any response may show. */
export type Change = readonly string[] | null

/** `at` is a time of `performance.now()`. */
type Stamp = Readonly<{ sequence: number; at: number }>

const MOST_NAMES = 20_000

/** The last change of each name. A response is old if a name in it has changed since its computation began. */
export class ChangeLog {
  /** In the order of their last changes. */
  readonly #last = new Map<string, Stamp>()
  /** The last change that counts for every name, because its names are not known or are forgotten. */
  #floor: Stamp = { sequence: 0, at: Number.NEGATIVE_INFINITY }
  #sequence = 0

  /** Number of changes so far. */
  get sequence(): number {
    return this.#sequence
  }

  add(change: Change): void {
    this.#sequence += 1
    const stamp = { sequence: this.#sequence, at: performance.now() }
    if (change === null) {
      this.#floor = stamp
      this.#last.clear()
      return
    }
    for (const name of change) {
      this.#last.delete(name)
      this.#last.set(name, stamp)
    }
    this.#bound()
  }

  /** The last change that may concern a response with these names. */
  lastOf(names: Iterable<string>): Stamp {
    let last = this.#floor
    for (const name of names) {
      const stamp = this.#last.get(name)
      if (stamp && stamp.sequence > last.sequence) last = stamp
    }
    return last
  }

  #bound(): void {
    for (const [name, stamp] of this.#last) {
      if (this.#last.size <= MOST_NAMES) return
      this.#floor = stamp
      this.#last.delete(name)
    }
  }
}

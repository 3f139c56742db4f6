/** Longest age of an anonymous answer, in milliseconds (architecture, "Caching"). */
const MAX_AGE = 1000
const MAX_ENTRIES = 500

type Entry<T> = { value: Promise<T>; bornAt: number; generation: number }

/**
 * Answers to anonymous readers, kept for at most a second and computed once for everybody who asks meanwhile. `clear`
 * is called when a post or a like changes; what was being computed then is handed to those who wait and not kept.
 */
export class AnonymousCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #isWorthKeeping: (value: T) => boolean
  #generation = 0

  constructor(isWorthKeeping: (value: T) => boolean = () => true) {
    this.#isWorthKeeping = isWorthKeeping
  }

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    if (known && known.generation === this.#generation && performance.now() - known.bornAt < MAX_AGE) return known.value
    const entry: Entry<T> = { value: compute(), bornAt: performance.now(), generation: this.#generation }
    this.#makeRoom()
    this.#entries.set(key, entry)
    const drop = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    }
    entry.value.then((value) => this.#isWorthKeeping(value) || drop(), drop)
    return entry.value
  }

  clear(): void {
    this.#generation++
    this.#entries.clear()
  }

  #makeRoom(): void {
    if (this.#entries.size < MAX_ENTRIES) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}

const FIRST_MS = 250
const LONGEST_MS = 10_000
/** After running this long, earlier failures no longer count. */
const STABLE_AFTER_MS = 10_000

/** Pauses before a restart: none at first, growing with repeated failures. */
export class Pauses {
  #tries = 0
  #succeededAt = 0

  /** Milliseconds to wait before the next attempt. */
  next(): number {
    if (this.#succeededAt > 0 && performance.now() - this.#succeededAt > STABLE_AFTER_MS) this.#tries = 0
    this.#succeededAt = 0
    this.#tries += 1
    return this.#tries === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#tries - 2))
  }

  /** The last attempt worked. */
  succeeded(): void {
    this.#succeededAt = performance.now()
  }
}

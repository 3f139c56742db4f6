const FIRST_MS = 250
const LONGEST_MS = 10_000
/** What has worked that long is not counted together with what fails next. */
const STABLE_AFTER_MS = 10_000

/** Pauses before something that ended is started again: none at first, then growing while it ends again and again. */
export class Pauses {
  #tries = 0
  #succeededAt = 0

  /** Milliseconds to wait before the next try. */
  next(): number {
    if (this.#succeededAt > 0 && performance.now() - this.#succeededAt > STABLE_AFTER_MS) this.#tries = 0
    this.#succeededAt = 0
    this.#tries += 1
    return this.#tries === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#tries - 2))
  }

  /** The last try worked. */
  succeeded(): void {
    this.#succeededAt = performance.now()
  }
}

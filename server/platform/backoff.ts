const FIRST_MS = 250
const LONGEST_MS = 10_000
const STABLE_AFTER_MS = 10_000

/** Pauses in milliseconds before restarts: none, then doubling up to 10 s, until a start has lasted 10 s. */
export class Backoff {
  #failures = 0
  #runningSince = 0

  next(): number {
    if (this.#runningSince > 0 && performance.now() - this.#runningSince > STABLE_AFTER_MS) this.#failures = 0
    this.#runningSince = 0
    this.#failures += 1
    return this.#failures === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - 2))
  }

  succeeded(): void {
    this.#runningSince = performance.now()
  }
}

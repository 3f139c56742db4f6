const QUIET_MS = 60 * 60 * 1000

/** Tells what has not been logged in the last hour, so that a warning does not fill the log. */
export class HourlyNews {
  readonly #most: number
  readonly #now: () => number
  readonly #mentioned = new Set<string>()
  #since = 0

  /** At most `most` different things an hour are news. `now` in milliseconds. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  has(what: string): boolean {
    if (this.#now() - this.#since > QUIET_MS) {
      this.#mentioned.clear()
      this.#since = this.#now()
    }
    if (this.#mentioned.has(what) || this.#mentioned.size >= this.#most) return false
    this.#mentioned.add(what)
    return true
  }
}

/** Consecutive failures after which a service is left alone, and for how long, in milliseconds. */
const MAX_FAILURES = 3
const REST_MS = 60_000

/** Keeps a service that fails from slowing down every search. After its rest one request is let through. */
export class Breaker {
  #failures = 0
  #restsUntil = 0

  /** Whether a request may be sent now; `now` in milliseconds of a monotonic clock. */
  allows(now: number): boolean {
    return now >= this.#restsUntil
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(now: number): void {
    this.#failures++
    if (this.#failures >= MAX_FAILURES) this.#restsUntil = now + REST_MS
  }
}

/** Consecutive failures after which a service is not called, and for how long, in milliseconds. */
const MAX_FAILURES = 3
const REST_MS = 60_000

/** Circuit breaker: a failing service must not slow down every search. After the pause one request is allowed. */
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

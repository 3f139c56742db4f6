import { FairGate } from './fair-gate.ts'
import type { Who } from './fair-queue.ts'

/** Tasks with the same key run one after the other, in fair turns; others do not wait for them. */
export class KeyedLock {
  readonly #gates = new Map<string, FairGate>()
  readonly #maxWaiting: number

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  get size(): number {
    return this.#gates.size
  }

  /** @throws {AppError} UNAVAILABLE, like `FairGate.run` */
  async run<T>(key: string, who: Who, task: () => Promise<T>): Promise<T> {
    const gate = this.#gates.get(key) ?? new FairGate({ atOnce: 1, maxWaiting: this.#maxWaiting })
    this.#gates.set(key, gate)
    try {
      return await gate.run(who, task)
    } finally {
      if (gate.isIdle) this.#gates.delete(key)
    }
  }
}

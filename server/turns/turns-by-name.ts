import { AppError } from '../errors.ts'

/** The refusal of a task when too many wait for a turn, or it has waited for too long. Its client waits for 2 s. */
function tooManyWaiting(): AppError {
  return new AppError('UNAVAILABLE', { retryAfter: 2 })
}

/** Waits for a turn of that name. The returned function ends the turn; further calls do nothing. */
export type TakeTurn = (name: string) => Promise<() => void>

type Line = { taken: number; waiting: (() => void)[] }

/** Turns by name: of each name a limited number at once, the others wait in order. Names do not wait for each other. */
export class TurnsByName {
  readonly #atOnce: Readonly<Record<string, number>>
  readonly #maxWaiting: number
  readonly #lines = new Map<string, Line>()

  /**
   * `atOnce` is the number of simultaneous turns by name; one for other names. `maxWaiting` is how many may wait for
   * turns of one name.
   */
  constructor(atOnce: Readonly<Record<string, number>>, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** @throws {AppError} UNAVAILABLE when too many wait for that name already. */
  readonly take: TakeTurn = async (name) => {
    const line = this.#lines.get(name) ?? { taken: 0, waiting: [] }
    this.#lines.set(name, line)
    if (line.taken < (this.#atOnce[name] ?? 1)) line.taken++
    else if (line.waiting.length >= this.#maxWaiting) throw tooManyWaiting()
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    let isOver = false
    return () => {
      if (!isOver) this.#end(name, line)
      isOver = true
    }
  }

  /** Number of names with running or waiting turns. */
  get size(): number {
    return this.#lines.size
  }

  #end(name: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.taken === 0) this.#lines.delete(name)
  }
}

/** Runs `work` in a turn. */
export async function inTurn<T>(take: TakeTurn, name: string, work: () => Promise<T>): Promise<T> {
  const end = await take(name)
  try {
    return await work()
  } finally {
    end()
  }
}

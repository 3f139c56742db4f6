import type { Config } from '../config.ts'
import { countRates, type RateCounter } from '../limits/rate-limits.ts'
import { TurnsByName } from '../turns/turns-by-name.ts'
import type { FromWebProcess } from './messages.ts'

/** What is counted for all processes together: the limits of members, and turns for expensive work. */
export class SharedCounts {
  readonly #rates: RateCounter
  readonly #turns: TurnsByName

  constructor(config: Config) {
    this.#rates = countRates(config.limits.rates)
    this.#turns = new TurnsByName({})
  }

  /** The counts for one process. `answer` sends it the answer to a question. */
  forProcess(answer: (id: number, value: number) => void): SharedCountsOfProcess {
    const held = new Map<number, () => void>()
    let turns = 0
    let isGone = false
    const takeTurn = async (id: number, name: string) => {
      const end = await this.#turns.take(name)
      if (isGone) return end()
      held.set(++turns, end)
      answer(id, turns)
    }
    return {
      read: (message) => {
        if (message.kind === 'count') {
          answer(message.id, Number(this.#rates.take(message.of, message.account, message.network)))
        } else if (message.kind === 'give back') {
          this.#rates.giveBack(message.of, message.account, message.network)
        } else if (message.kind === 'turn') {
          void takeTurn(message.id, message.name)
        } else if (message.kind === 'end turn') {
          held.get(message.turn)?.()
          held.delete(message.turn)
        }
      },
      end: () => {
        isGone = true
        for (const end of held.values()) end()
        held.clear()
      },
    }
  }
}

export type SharedCountsOfProcess = Readonly<{
  read(message: FromWebProcess): void
  /** Ends the turns of the process, which has ended. */
  end(): void
}>

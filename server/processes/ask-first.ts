import { rateLimitsBy } from '../limits/rate-limits.ts'
import type { Shared } from '../open-services.ts'
import type { FromWebProcess, Question } from './messages.ts'

type Asked = { [Kind in Question['kind']]: Omit<Extract<Question, { kind: Kind }>, 'id'> }[Question['kind']]

/** Asks the first process for what is counted there for all. */
export class FirstProcess {
  readonly #waiting = new Map<number, (value: number) => void>()
  #asked = 0

  /** Limits and turns as the services use them. */
  readonly shared: Shared = {
    rateLimits: rateLimitsBy({
      take: (of, account, network) => this.#ask({ kind: 'count', of, account, network }),
      giveBack: (of, account, network) => this.tell({ kind: 'give back', of, account, network }),
    }),
    takeTurn: async (name) => {
      const turn = await this.#ask({ kind: 'turn', name })
      return () => this.tell({ kind: 'end turn', turn })
    },
  }

  tell(message: FromWebProcess): void {
    // Without the first process this one ends too.
    process.send?.(message, undefined, undefined, () => {})
  }

  answered(id: number, value: number): void {
    this.#waiting.get(id)?.(value)
    this.#waiting.delete(id)
  }

  #ask(question: Asked): Promise<number> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.tell({ ...question, id })
    })
  }
}

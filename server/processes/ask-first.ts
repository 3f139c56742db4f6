import { once } from 'node:events'
import { rateLimitsBy } from '../limits/rate-limits.ts'
import type { SharedLimits } from '../open-services.ts'
import type { Answer, FromWebProcess, Question, ToWebProcess } from './messages.ts'
import { sendTogether } from './send-together.ts'

type Asked = { [Kind in Question['kind']]: Omit<Extract<Question, { kind: Kind }>, 'id'> }[Question['kind']]

/** The connection to the first process, which counts for all processes. */
export class FirstProcess {
  readonly #waiting = new Map<number, (value: number) => void>()
  #asked = 0

  readonly #tellSoon = sendTogether<FromWebProcess>((messages) => this.tell(...messages))

  /** The limits and queues of the first process, in the form that services use. */
  readonly shared: SharedLimits = {
    rateLimits: rateLimitsBy({
      take: (of, account, network) => this.#ask({ kind: 'count', of, account, network }),
      giveBack: (of, account, network) => this.tell({ kind: 'give back', of, account, network }),
    }),
    takeTurn: async (name) => {
      const turn = await this.#ask({ kind: 'turn', name })
      return () => this.tell({ kind: 'end turn', turn })
    },
  }

  /** The connection string of the database, once it is ready. */
  async databaseUrl(): Promise<string> {
    const [message] = (await once(process, 'message')) as [ToWebProcess]
    if (message.kind !== 'open') throw new Error(`the first message was "${message.kind}"`)
    return message.databaseUrl
  }

  tell(...messages: readonly FromWebProcess[]): void {
    // If the first process ends, this one ends too.
    process.send?.(messages, undefined, undefined, () => {})
  }

  answered(answers: readonly Answer[]): void {
    for (const [id, value] of answers) {
      this.#waiting.get(id)?.(value)
      this.#waiting.delete(id)
    }
  }

  #ask(question: Asked): Promise<number> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#tellSoon({ ...question, id })
    })
  }
}

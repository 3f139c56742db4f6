import { isDatabaseAway } from '../db/is-database-away.ts'
import { withoutBudget } from '../db/wait-budget.ts'
import { AppError } from '../errors.ts'

/** The result of one write of a group, or its error. */
export type Outcome<Result> = { result: Result } | { error: unknown }

type Options<Item, Result> = Readonly<{
  /** Most writes in one transaction. */
  largest: number
  /** Most waiting writes; with more, the database is too slow to answer all of them in time. */
  mostWaiting: number
  /** Names of what a write changes. Writes with a name in common never run at the same time. */
  namesOf(item: Item): readonly string[]
  /** Writes all of them in one transaction. Returns the outcome of each, in the same order. */
  together(items: readonly Item[]): Promise<Outcome<Result>[]>
  /** Does one write in its own transaction, after that of its group has failed. */
  alone(item: Item): Promise<Result>
}>

/** Simultaneous groups: while one waits for a locked row, others can be written. */
const GROUPS_AT_ONCE = 2

/** SQLSTATE of a row that stayed locked for too long: it concerns one write only. */
const LOCKED = '55P03'

type Waiting<Item, Result> = { item: Item; names: readonly string[]; settle: PromiseWithResolvers<Result> }

/**
 * Writes that arrive while others are under way are written together, in one transaction: one flush to disk and one
 * notification for all of them. A single write does not wait, and those that arrive at the same moment are one group
 * (docs/decisions/0151, 0223).
 */
export class WriteGroups<Item, Result> {
  readonly #options: Options<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  /** Names of what is being written; another write with the same name waits. */
  readonly #busy = new Set<string>()
  #running = 0
  #isStarting = false

  constructor(options: Options<Item, Result>) {
    this.#options = options
  }

  /**
   * Does the write. It is on disk when the promise resolves.
   * @throws {AppError} UNAVAILABLE when too many writes wait already; whatever the write itself throws
   */
  async write(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#options.mostWaiting) throw new AppError('UNAVAILABLE')
    const settle = Promise.withResolvers<Result>()
    this.#waiting.push({ item, names: this.#options.namesOf(item), settle })
    this.#startSoon()
    return settle.promise
  }

  /** After everything that has arrived at this moment. */
  #startSoon(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#running < GROUPS_AT_ONCE) {
      const group = this.#nextGroup()
      if (group.length === 0) return
      this.#running++
      // Waits for connections are not charged to the request that happened to be first.
      void withoutBudget(() => this.#run(group))
    }
  }

  /** Takes the writes that have waited longest, but only one with each name. */
  #nextGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    this.#waiting = this.#waiting.filter((write) => {
      if (group.length === this.#options.largest || write.names.some((name) => this.#busy.has(name))) return true
      for (const name of write.names) this.#busy.add(name)
      group.push(write)
      return false
    })
    return group
  }

  async #run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#options.together(group.map(({ item }) => item))
      for (const [index, { settle }] of group.entries()) {
        const outcome = outcomes[index] ?? { error: new Error('a write without an outcome') }
        if ('error' in outcome) settle.reject(outcome.error)
        else settle.resolve(outcome.result)
      }
    } catch (error) {
      await this.#fail(group, error)
    } finally {
      for (const { names } of group) for (const name of names) this.#busy.delete(name)
      this.#running--
      this.#start()
    }
  }

  /**
   * One of the group is the cause, such as a post or an account that is being deleted, or a locked row. If the database is
   * away, none of them is.
   */
  async #fail(group: readonly Waiting<Item, Result>[], error: unknown): Promise<void> {
    if (isDatabaseAway(error) && (error as { code?: unknown }).code !== LOCKED) {
      for (const { settle } of [...group, ...this.#waiting.splice(0)]) settle.reject(error)
      return
    }
    await Promise.all(group.map(({ item, settle }) => this.#options.alone(item).then(settle.resolve, settle.reject)))
  }
}

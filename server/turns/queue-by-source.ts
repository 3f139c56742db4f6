/** Who queued a task: a network address (an IPv6 /64), and an account or, without one, the network again. */
export type Source = Readonly<{ network: string; account: string }>

/**
 * A queue in which networks take turns, and within a network its accounts, so that somebody with many tasks only delays
 * their own. A `Map` keeps the order of its keys: the first is next, and after its turn a key moves to the end.
 */
export class QueueBySource<Task extends { source: Source }> {
  readonly #networks = new Map<string, Map<string, Task[]>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(task: Task): void {
    const { network, account } = task.source
    const accounts = this.#networks.get(network) ?? new Map<string, Task[]>()
    this.#networks.set(network, accounts)
    accounts.set(account, [...(accounts.get(account) ?? []), task])
    this.#size++
  }

  /** The next task, or undefined if none waits. */
  take(): Task | undefined {
    for (const [network, accounts] of this.#networks) {
      this.#networks.delete(network)
      for (const [account, [task, ...rest]] of accounts) {
        accounts.delete(account)
        if (rest.length > 0) accounts.set(account, rest)
        if (accounts.size > 0) this.#networks.set(network, accounts)
        this.#size--
        return task
      }
    }
    return undefined
  }

  /**
   * The task to remove for one more of that source, so that whoever waits with most makes room: the newest of the account
   * with most tasks, in the network with most. Undefined if the source itself would then wait with most.
   */
  rivalOf(source: Source): Task | undefined {
    const own = this.#networks.get(source.network)
    const most = longest(this.#networks, countAll)
    if (most && (own ? countAll(own) : 0) + 1 < most.count) return longest(most.value, countOne)?.value.at(-1)
    const largest = own && longest(own, countOne)
    const isLarger = largest && (own.get(source.account)?.length ?? 0) + 1 < largest.count
    return isLarger ? largest.value.at(-1) : undefined
  }

  /** Removes a waiting task; false if it was not waiting. */
  remove(task: Task): boolean {
    const { network, account } = task.source
    const accounts = this.#networks.get(network)
    const before = accounts?.get(account)
    if (!accounts || !before?.includes(task)) return false
    const rest = before.filter((other) => other !== task)
    if (rest.length > 0) accounts.set(account, rest)
    else accounts.delete(account)
    if (accounts.size === 0) this.#networks.delete(network)
    this.#size--
    return true
  }
}

const countOne = (tasks: readonly unknown[]): number => tasks.length

const countAll = (accounts: ReadonlyMap<string, readonly unknown[]>): number =>
  [...accounts.values()].reduce((sum, tasks) => sum + tasks.length, 0)

/** The value with the highest count. */
function longest<T>(
  lines: ReadonlyMap<string, T>,
  count: (value: T) => number,
): { value: T; count: number } | undefined {
  let most: { value: T; count: number } | undefined
  for (const value of lines.values()) {
    const line = { value, count: count(value) }
    if (line.count > (most?.count ?? 0)) most = line
  }
  return most
}

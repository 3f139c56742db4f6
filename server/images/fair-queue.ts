/** Who asks: a network address (an IPv6 /64), and an account or, without one, the network again. */
export type Source = Readonly<{ network: string; account: string }>

/**
 * Tasks that wait for their turn. Networks take turns, and within a network its accounts do, so who brings many tasks
 * waits for their own. A `Map` keeps the order of its keys: the first one is next, and who had a turn goes to the end.
 */
export class FairQueue<Task extends { source: Source }> {
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

  /** The task whose turn it is, or undefined when none waits. */
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

  /** Whether the task was still waiting; it no longer is. */
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

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { GroupKeys } from '../fair-queue.ts'
import { FairGate, KeyedLock } from '../turns/fair-gate.ts'

export type PasswordCost = Readonly<{ memoryCost: number; timeCost: number; parallelism: number }>

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of no known password. It is verified where there is no account, so that this takes as long as with one. */
export function dummyHash({ memoryCost, timeCost, parallelism }: PasswordCost = COST): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$SuHq2iSPQ+MgWfJ6F5h+UA$Q8mSWLa3FmT2bPrkE7QLoGdk8BuFzdbwISc/YlutiMU`
}

/** Functions that hash and verify within a turn. */
export type PasswordWork = Readonly<{
  hash(password: string): Promise<string>
  /** Without a hash it does the same work and returns false. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
}>

const EXTRA_TASKS = 3

/** Cores that may hash passwords at once: all but one. */
export function passwordCores(): number {
  return Math.max(1, availableParallelism() - 1)
}

/** Argon2 on worker threads. One core stays free for other requests, and networks take turns. */
export class Passwords {
  /** Counters for tests, in place of measured time. */
  readonly counts = { verifications: 0, hashes: 0 }
  readonly #tasks: FairGate
  readonly #computing: FairGate
  readonly #attempts: KeyedLock
  readonly #cost: PasswordCost
  readonly #dummyHash: string

  /** @param cores parallel hashes @param cost lower in tests */
  constructor(maxWaiting: number, cores = passwordCores(), cost = COST) {
    this.#cost = cost
    this.#dummyHash = dummyHash(cost)
    this.#tasks = new FairGate({ atOnce: cores + EXTRA_TASKS, maxWaiting })
    this.#computing = new FairGate({ atOnce: cores, maxWaiting: Number.POSITIVE_INFINITY })
    this.#attempts = new KeyedLock(maxWaiting)
  }

  get waiting(): number {
    return this.#tasks.waiting
  }

  /** Refuses a task before anything is counted for it. @throws {AppError} UNAVAILABLE when the queue is full */
  requireRoom(who: GroupKeys): void {
    this.#tasks.requireRoom(who)
  }

  /** `task` should be quick, apart from `work`. @throws {AppError} UNAVAILABLE when the queue is full */
  inTurn<T>(who: GroupKeys, task: (work: PasswordWork) => Promise<T>): Promise<T> {
    return this.#tasks.run(who, () => task(this.#work))
  }

  /**
   * Runs tasks of a `name` one after the other: simultaneous right attempts must not count as failures.
   * @throws {AppError}
   */
  runSerialized<T>(name: string, who: GroupKeys, task: (work: PasswordWork) => Promise<T>): Promise<T> {
    return this.#attempts.run(name, who, () => this.inTurn(who, task))
  }

  readonly #work: PasswordWork = {
    hash: (password) => {
      this.counts.hashes++
      return this.#compute(() => hash(password, this.#cost))
    },
    verify: async (passwordHash, password) => {
      this.counts.verifications++
      const matches = await this.#compute(() => verify(passwordHash ?? this.#dummyHash, password))
      return matches && typeof passwordHash === 'string'
    },
  }

  #compute<T>(work: () => Promise<T>): Promise<T> {
    return this.#computing.run([], work)
  }
}

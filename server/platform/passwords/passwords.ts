import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairGate, KeyedLock } from '../concurrency/fair-gate.ts'
import type { Who } from '../fair-queue.ts'

export type PasswordCost = Readonly<{ memoryCost: number; timeCost: number; parallelism: number }>

/** Argon2id as OWASP demands at least: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared when there is no account, so that the work is the same. No known text has this hash. */
export function dummyHash({ memoryCost, timeCost, parallelism }: PasswordCost = COST): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$SuHq2iSPQ+MgWfJ6F5h+UA$Q8mSWLa3FmT2bPrkE7QLoGdk8BuFzdbwISc/YlutiMU`
}

export type PasswordWork = Readonly<{
  hash(password: string): Promise<string>
  /** Without a hash the work is the same and the answer is false. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
}>

/** Tasks that may query the database while others compute. */
const EXTRA_TASKS = 3

export function passwordCores(cores = availableParallelism()): number {
  return Math.max(1, cores - 1)
}

/** Argon2 on worker threads. One core stays free for readers, and networks take turns. */
export class Passwords {
  /** Tests count the work instead of measuring time. */
  readonly counts = { verifications: 0, hashes: 0 }
  readonly #tasks: FairGate
  readonly #computing: FairGate
  readonly #attempts: KeyedLock
  readonly #cost: PasswordCost
  readonly #dummyHash: string

  /** `cores` is how many hashes are computed at once; tests have a lower `cost`. */
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

  /** Call it before anything is counted. @throws {AppError} UNAVAILABLE when the queue has no room */
  requireRoom(who: Who): void {
    this.#tasks.requireRoom(who)
  }

  /** `task` should be quick, besides `work`. @throws {AppError} UNAVAILABLE when too many wait, and nobody with more */
  inTurn<T>(who: Who, task: (work: PasswordWork) => Promise<T>): Promise<T> {
    return this.#tasks.run(who, () => task(this.#work))
  }

  /** One after the other for each `name`: simultaneous right attempts must not count as failures. @throws {AppError} */
  runSerialized<T>(name: string, who: Who, task: (work: PasswordWork) => Promise<T>): Promise<T> {
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

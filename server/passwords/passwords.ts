import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { BoundedQueue, KeyedQueue } from './queues.ts'

/** Argon2id with 19 MiB, two passes, one lane (OWASP's minimum; about 25 ms of one core). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a random text that nobody kept: compared when there is no account, so that the same work is done (P9). */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$SuHq2iSPQ+MgWfJ6F5h+UA$Q8mSWLa3FmT2bPrkE7QLoGdk8BuFzdbwISc/YlutiMU'

/** What may be done with passwords while it is one's turn. */
export type PasswordWork = Readonly<{
  /** Argon2id of the password as a PHC string. */
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash; without a hash the same work is done and the answer is no. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
}>

/** Tasks that may be about their reading and counting while others compute. */
const EXTRA_TASKS = 3

/**
 * Hashing and comparing of passwords. It runs on worker threads, as many at a time as leave a core for everything else,
 * with a bounded number waiting, so that a rush of logins cannot starve the readers.
 */
export class Passwords {
  /** Comparisons and hashes that were begun; what tests count instead of measuring time. */
  readonly counts = { verifications: 0, hashes: 0 }
  readonly #turns: BoundedQueue
  readonly #tries: KeyedQueue
  readonly #cores: BoundedQueue

  constructor(maxWaiting: number, cores = Math.max(1, availableParallelism() - 1)) {
    this.#turns = new BoundedQueue(cores + EXTRA_TASKS, maxWaiting)
    this.#tries = new KeyedQueue(maxWaiting)
    this.#cores = new BoundedQueue(cores, Number.POSITIVE_INFINITY)
  }

  /**
   * Refuses before anything is read or counted when there is no room anyway.
   * @throws {AppError} UNAVAILABLE
   */
  requireRoom(): void {
    this.#turns.requireRoom()
  }

  /**
   * Runs `task` when its turn comes; what it does besides `work` should be short.
   * @throws {AppError} UNAVAILABLE when too many wait already.
   */
  inTurn<T>(task: (work: PasswordWork) => Promise<T>): Promise<T> {
    return this.#turns.run(() => task(this.#work))
  }

  /**
   * The same, one after the other for all that share `name`: tries of the right password that arrive together must not
   * look like failures to each other, whose outcome is not known yet.
   * @throws {AppError} UNAVAILABLE when too many wait already.
   */
  runSerialized<T>(name: string, task: (work: PasswordWork) => Promise<T>): Promise<T> {
    return this.#tries.run(name, () => this.inTurn(task))
  }

  readonly #work: PasswordWork = {
    hash: (password) => {
      this.counts.hashes++
      return this.#cores.run(() => hash(password, cost))
    },
    verify: async (passwordHash, password) => {
      this.counts.verifications++
      const matches = await this.#cores.run(() => verify(passwordHash ?? DUMMY_HASH, password))
      return matches && typeof passwordHash === 'string'
    },
  }
}

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/** Argon2id with 19 MiB, two passes, one lane (OWASP's minimum; about 25 ms of one core). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a random text that nobody kept: compared when there is no account, so that the same work is done (decision D9). */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$SuHq2iSPQ+MgWfJ6F5h+UA$Q8mSWLa3FmT2bPrkE7QLoGdk8BuFzdbwISc/YlutiMU'

/** Seconds a client is told to wait when the queue is full. */
const RETRY_AFTER = 2

/** What may be done with passwords while it is one's turn. */
export type PasswordWork = Readonly<{
  /** Argon2id of the password as a PHC string. */
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash; without a hash the same work is done and the answer is no. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
}>

/**
 * Hashing and comparing of passwords. It runs on worker threads, as many at a time as leave a core for everything else,
 * with a bounded number waiting, so that a rush of logins cannot starve the readers.
 */
export class Passwords {
  /** Comparisons and hashes that were begun; what tests count instead of measuring time. */
  readonly counts = { verifications: 0, hashes: 0 }
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiting: number
  #free: number

  constructor(maxWaiting: number, atOnce = Math.max(1, availableParallelism() - 1)) {
    this.#maxWaiting = maxWaiting
    this.#free = atOnce
  }

  /**
   * Refuses before anything is read or counted when there is no room anyway.
   * @throws {AppError} UNAVAILABLE
   */
  requireRoom(): void {
    if (this.#waiting.length >= this.#maxWaiting) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
  }

  /**
   * Runs `task` when its turn comes; what it does besides `work` should be short.
   * @throws {AppError} UNAVAILABLE when too many wait already.
   */
  async inTurn<T>(task: (work: PasswordWork) => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else {
      this.requireRoom()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    try {
      return await task(this.#work)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  readonly #work: PasswordWork = {
    hash: (password) => {
      this.counts.hashes++
      return hash(password, cost)
    },
    verify: async (passwordHash, password) => {
      this.counts.verifications++
      const matches = await verify(passwordHash ?? DUMMY_HASH, password)
      return matches && typeof passwordHash === 'string'
    },
  }
}

import type { LimitedKind } from '../config/limits-config.ts'

/** What the first process tells one that answers requests. */
export type ToWebProcess =
  /** A connection comes with it, unless its client has left already. */
  | { kind: 'connection' }
  /** The answer to a question. */
  | { kind: 'answer'; id: number; value: number }
  | { kind: 'announce stop' }
  | { kind: 'finish'; deadlineMs: number }
  | { kind: 'retire' }

/** What a process that answers requests tells the first one. */
export type FromWebProcess =
  /** Connections may come. */
  | { kind: 'ready' }
  /** It cannot start, and why; `isTheirs`: the operator can mend it, so the message is all that has to be said. */
  | { kind: 'failed'; message: string; isTheirs: boolean }
  /** A connection has come. */
  | { kind: 'taken' }
  /** Somebody asked it to stop. */
  | { kind: 'leave' }
  | Question
  | { kind: 'give back'; of: LimitedKind; account: string; network: string }
  | { kind: 'end turn'; turn: number }

/** What it asks; the answer is a number. */
export type Question =
  /** Counts for limits (`RateCounter`): the milliseconds to wait. */
  | { kind: 'count'; id: number; of: LimitedKind; account: string; network: string }
  /** Waits for a turn (`Turns`): the number of the turn. */
  | { kind: 'turn'; id: number; name: string }

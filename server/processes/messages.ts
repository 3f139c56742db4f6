import type { LimitedKind } from '../config/limits-config.ts'

/** Messages from the first process to a process that answers requests. */
export type ToWebProcess =
  /** The first message: the database is ready. */
  | { kind: 'open'; databaseUrl: string }
  /** The message carries a connection, unless its client has already left. */
  | { kind: 'connection' }
  /** Answers to questions, each with the question's id. */
  | { kind: 'answers'; answers: readonly Answer[] }
  | { kind: 'announce stop' }
  | { kind: 'hold responses' }
  | { kind: 'finish'; deadlineMs: number }
  | { kind: 'retire' }

/** Messages from a process that answers requests to the first process, sent as an array. */
export type FromWebProcess =
  /** The process is ready for connections. */
  | { kind: 'ready' }
  /** The process cannot start. `isOperatorFault`: the operator can fix the cause, so only the message is printed. */
  | { kind: 'failed'; message: string; isOperatorFault: boolean }
  /** A connection has arrived. */
  | { kind: 'taken' }
  /** The process was asked to stop. */
  | { kind: 'leave' }
  | Question
  | { kind: 'give back'; of: LimitedKind; account: string; network: string }
  | { kind: 'end turn'; turn: number }

export type Answer = readonly [id: number, value: number]

/** A question to the first process; the answer is a number. */
export type Question =
  /** Counts for a limit (`RateCounter`); the answer is the milliseconds to wait. */
  | { kind: 'count'; id: number; of: LimitedKind; account: string; network: string }
  /** Waits for a turn (`TurnsByName`); the answer is the number of the turn. */
  | { kind: 'turn'; id: number; name: string }

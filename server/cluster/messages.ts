/** What the primary tells a worker. */
export type ToWorker =
  /** The first message: start, as far as your code is loaded. */
  | 'database runs'
  /** Stop, together with all others: close the port, but answer nothing yet. */
  | 'drain'
  /** All workers have closed the port: answer what is left, and end. */
  | 'finish'
  /** A successor listens: answer what is left, and end. */
  | 'retire'

/** What a worker tells the primary. */
export type FromWorker =
  /** Done with the first part of 'drain'. */
  | 'port closed'
  /** Somebody sent SIGTERM to this worker alone. */
  | 'told to stop'

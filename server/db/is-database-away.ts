import pg from 'pg'

/**
 * Classes of SQLSTATE (PostgreSQL's appendix A) that say that the server cannot serve now: connection exception, invalid
 * authorization, insufficient resources (a full disk, too many connections), operator intervention (shutdown, crash,
 * cancelled for its time limit), system error.
 */
const AWAY_CLASSES = new Set(['08', '28', '53', '57', '58'])

/** The others: read-only after a fail-over, a transaction left idle or too long, no such database, a lock that is held. */
const AWAY_STATES = new Set(['25006', '25P03', '25P04', '3D000', '55P03'])

/** What the system says of a connection that cannot be made, or has broken. */
const NETWORK_CODES = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** pg gives its own errors no code; these are its words for a connection that was lost or could not be had in time. */
const PG_MESSAGES = [
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'driver has already been destroyed',
  'timeout exceeded when trying to connect',
  'timeout expired',
]

/** Whether the error says that the database is away, full or overloaded rather than that we made a mistake. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return AWAY_STATES.has(state) || AWAY_CLASSES.has(state.slice(0, 2))
  }
  // Of a host with several addresses, each was tried.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  return isNetworkError(error) || PG_MESSAGES.some((message) => error.message.startsWith(message))
}

/** A failed system call; a socket that is not there, or whose descriptor cannot be had, is told from such a file. */
function isNetworkError(error: NodeJS.ErrnoException): boolean {
  return NETWORK_CODES.has(error.code ?? '') || (error.syscall === 'connect' && error.code !== undefined)
}

import pg from 'pg'

// Classes of SQLSTATE for a server that cannot serve now: connection exception, invalid authorization, insufficient
// resources, operator intervention (shutdown, crash, statement timeout), system error.
const AWAY_CLASSES = new Set(['08', '28', '53', '57', '58'])

/**
 * SQLSTATEs that mean the same: read-only after a fail-over, a transaction idle or open too long, no such database, on
 * a standby a row that the primary has removed, a lock not available.
 */
const AWAY_STATES = new Set(['25006', '25P03', '25P04', '3D000', '40001', '55P03'])

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

/** Messages of pg's own errors, which have no code. */
const PG_MESSAGES = [
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'driver has already been destroyed',
  'timeout exceeded when trying to connect',
  'timeout expired',
]

/** Whether an error means that the database is away, full or overloaded. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return AWAY_STATES.has(state) || AWAY_CLASSES.has(state.slice(0, 2))
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  return isNetworkError(error) || PG_MESSAGES.some((message) => error.message.startsWith(message))
}

export function isNetworkError(error: NodeJS.ErrnoException): boolean {
  return NETWORK_CODES.has(error.code ?? '') || (error.syscall === 'connect' && error.code !== undefined)
}

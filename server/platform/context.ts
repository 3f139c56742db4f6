import type { FastifyBaseLogger } from 'fastify'
import { errorMessages, failures } from '#rules/errors.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Replicas } from './database/replicas.ts'
import type { Shown } from './database/shown.ts'
import { AppError, badInput } from './errors.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Transport } from './mail/transports.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Tracing } from './metrics/tracing.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Images } from './pictures/images.ts'
import type { Secrets } from './secrets.ts'

export type Services = Readonly<{
  config: Config
  db: Database
  replicas: Replicas
  images: Images
  secrets: Secrets
  passwords: Passwords
  rateLimits: RateLimits
  mailer: Transport
  metrics: Metrics
  tracing: Tracing | null
  log: FastifyBaseLogger
}>

export type Session = Readonly<{
  id: number
  accountId: number
  handle: string
  /** Opened with a temporary password: may only read, log out and change the password. */
  restricted: boolean
  persistent: boolean
  /**
   * Moderators, and members with a block, a report or something hidden, see more or less than other readers, so their
   * responses cannot be shared.
   */
  bypassesSharedCache: boolean
  role: 'member' | 'moderator' | 'admin'
  /**
   * Whether a moderator opened the session with more than a password. 'missing': they have no second step, and the time
   * to set one up is over; 'skipped': they have one, and did not use it.
   */
  secondStep: 'done' | 'missing' | 'skipped'
  /** Null unless writing is suspended. */
  suspendedUntil: Date | null
  isPending: boolean
  isVerified: boolean
  /** Whether the account is less than 24 hours old and has fewer than two posts. */
  isNew: boolean
}>

export type FoundSession = Session &
  Readonly<{
    /** Set if the token was replaced just now. */
    newToken: string | null
  }>

/** Tokens in the cookies of a request, null without one, and functions that set and clear the cookies. */
export type ReplyCookies = Readonly<{
  setSession(token: string, persistent: boolean): void
  clearSession(): void
  knownDevice: string | null
  setKnownDevice(token: string): void
  clearKnownDevice(): void
  recoveryTicket: string | null
  setRecoveryTicket(token: string): void
  clearRecoveryTicket(): void
  /** Token of a login that still needs its second step. */
  halfLogin: string | null
  setHalfLogin(token: string): void
  clearHalfLogin(): void
  /** Secret of a browser whose user is signing in at a provider. */
  providerLogin: string | null
  setProviderLogin(token: string): void
  /** Token of a login at a provider that is not linked with an account yet. */
  pendingLogin: string | null
  setPendingLogin(token: string): void
  clearPendingLogin(): void
}>

export type OperationContext = Services &
  Readonly<{
    session: Session | null
    shown: Shown
    cookies: ReplyCookies
    ip: string
    userAgent: string | null
    uploader: string | null
    idempotencyKey: string | null
  }>

export type MemberContext = OperationContext & Readonly<{ session: Session }>

/** Whether a moderator or admin has opened the session, with a permanent password and a second step. */
export function hasModeratorRights(
  session: Partial<Pick<Session, 'role' | 'restricted' | 'secondStep'>> | null,
): boolean {
  const isStaff = session?.role !== undefined && session.role !== 'member'
  return isStaff && !session.restricted && session.secondStep === 'done'
}

/**
 * Returns the session unless it is restricted; operations open to restricted ones call `requireAnySession` instead.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN
 */
export function requireSession(context: Pick<OperationContext, 'session'>): Session {
  const session = requireAnySession(context)
  refuseRestricted(session)
  return session
}

/** Lets visitors pass. @throws {AppError} FORBIDDEN for a session opened with a temporary password. */
export function refuseRestricted(session: Pick<Session, 'restricted'> | null): void {
  if (session?.restricted) throw new AppError('FORBIDDEN', { message: failures.restrictedSession })
}

/** Returns the session, also one opened with a temporary password. @throws {AppError} UNAUTHENTICATED */
export function requireAnySession(context: Pick<OperationContext, 'session'>): Session {
  if (!context.session) throw new AppError('UNAUTHENTICATED')
  return context.session
}

/**
 * Checks that `handle`, by which an operation names its caller, is that of the session.
 * @throws {AppError} FORBIDDEN
 */
export function requireOwnHandle(session: Session, handle: string): Session {
  if (session.handle !== handle) throw new AppError('FORBIDDEN')
  return session
}

type LimitedKind = Parameters<RateLimits['count']>[0]

/** Runs `work` within the caller's rate limits. @throws {AppError} RATE_LIMITED; errors of `work` */
export function limited<T>(context: MemberContext, kind: LimitedKind, work: () => Promise<T>): Promise<T> {
  const { accountId } = context.session
  return context.rateLimits.count(kind, { accountId, ip: context.ip }, work)
}

type Signing = Pick<OperationContext, 'secrets'>

export function signCursor({ secrets }: Signing, list: string, key: readonly unknown[]): string {
  return secrets.sign(JSON.stringify([list, ...key]), 'cursor')
}

/** Key of a cursor; null without one. @throws {AppError} BAD_USER_INPUT for a cursor of another list */
export function parseCursor<Key extends readonly unknown[]>(
  { secrets }: Signing,
  list: string,
  cursor: string | null | undefined,
): Key | null {
  if (typeof cursor !== 'string') return null
  const [ofList, ...key] = open({ secrets }, cursor)
  if (ofList !== list) throw badInput([{ field: 'cursor', message: errorMessages.BAD_USER_INPUT }])
  return key as unknown as Key
}

/** Name of the list that a cursor continues; undefined for a forged one. */
export function listOfCursor(signing: Signing, cursor: string): string | undefined {
  return open(signing, cursor)[0]
}

function open({ secrets }: Signing, cursor: string): [list?: string, ...key: unknown[]] {
  return JSON.parse(secrets.verify(cursor, 'cursor') ?? '[]')
}

/** Cuts the extra row that shows there is a next page; returns the rows and the cursor of that page. */
export function cutPage<Row>(
  context: Signing,
  list: string,
  { rows, size, keyOf }: Readonly<{ rows: readonly Row[]; size: number; keyOf: (last: Row) => readonly unknown[] }>,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return { page, nextCursor: hasMore ? signCursor(context, list, keyOf(last)) : null }
}

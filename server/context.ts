import type { FastifyBaseLogger } from 'fastify'
import { failures } from '#rules/errors.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { AppError } from './errors.ts'
import type { Images } from './images/images.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Transport } from './mail/transport.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Secrets } from './secrets.ts'

/** What the process has: one of each, made in main.ts (or by a test) and never looked up elsewhere. */
export type Services = Readonly<{
  config: Config
  db: Database
  images: Images
  secrets: Secrets
  passwords: Passwords
  rateLimits: RateLimits
  /** The way out for mail. */
  mailer: Transport
  log: FastifyBaseLogger
}>

/** Who is asking, as the session cookie proves it. */
export type Session = Readonly<{
  id: number
  accountId: number
  /** Public handle of the account. */
  handle: string
  /** Opened with a temporary password: may only change the password, read, and log out. */
  restricted: boolean
  /** Opened with auto-login. */
  persistent: boolean
}>

/** What accounts keep in the browser. */
export type ReplyCookies = Readonly<{
  setSession(token: string, persistent: boolean): void
  clearSession(): void
  /** Proof that this browser once logged in; null without one. */
  knownDevice: string | null
  setKnownDevice(token: string): void
  clearKnownDevice(): void
  /** Lets this browser ask for the mail with the temporary password; null without one (P7). */
  recoveryTicket: string | null
  setRecoveryTicket(token: string): void
  clearRecoveryTicket(): void
}>

/** Everything one operation may use: the services, who is asking, and where the answer's cookies go. */
export type OperationContext = Services &
  Readonly<{
    session: Session | null
    cookies: ReplyCookies
    /** Client address after the trusted proxies. */
    address: string
    userAgent: string | null
    /** Cookie of an uploader, signed in or not; null before the first upload. */
    uploader: string | null
    /** `Idempotency-Key` of the request. */
    idempotencyKey: string | null
  }>

/**
 * Who is asking. A session opened with a temporary password is refused, because it may only change the password, read,
 * and log out (P7); those operations say `requireAnySession`.
 * @throws {AppError} UNAUTHENTICATED without a session, FORBIDDEN for a restricted one.
 */
export function requireSession(context: Pick<OperationContext, 'session'>): Session {
  const session = requireAnySession(context)
  if (session.restricted) throw new AppError('FORBIDDEN', { message: failures.restrictedSession })
  return session
}

/** @throws {AppError} UNAUTHENTICATED without a session. */
export function requireAnySession(context: Pick<OperationContext, 'session'>): Session {
  if (!context.session) throw new AppError('UNAUTHENTICATED')
  return context.session
}

/**
 * The session of an operation that names its caller: the name must be the caller's own (P2).
 * @throws {AppError} UNAUTHENTICATED without a session, FORBIDDEN for somebody else's handle or a restricted session.
 */
export function requireOwnHandle(context: OperationContext, handle: string): Session {
  return requireOwn(requireSession(context), handle)
}

/** `session` when the handle is its own. @throws {AppError} FORBIDDEN */
export function requireOwn(session: Session, handle: string): Session {
  if (session.handle !== handle) throw new AppError('FORBIDDEN')
  return session
}

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READER_HEADER, UNKEPT_READER } from '#contract/reader-state.ts'
import { recoveryLimits, sessionLimits } from '#rules/account.ts'
import { loginProviderLimits } from '#rules/provider-login.ts'
import { twoStepLimits } from '#rules/two-step.ts'
import { type Config, usesHttps } from '../config.ts'
import type { FoundSession, ReplyCookies, Services } from '../context.ts'
import type { Product } from '../product.ts'
import { HttpError } from './http-error.ts'

const DAY = 86_400

/** Seconds that the cookie lasts; the server ends idle sessions earlier. */
const SESSION_MAX_AGE = sessionLimits.automatic.total
const DEVICE_MAX_AGE = 180 * DAY
const TICKET_MAX_AGE = recoveryLimits.minutes * 60
const HALF_LOGIN_MAX_AGE = twoStepLimits.minutes * 60
const PROVIDER_MAX_AGE = loginProviderLimits.minutes * 60
const PENDING_MAX_AGE = loginProviderLimits.pendingMinutes * 60
const UPLOADER_MAX_AGE = DAY
/** Seconds for which a browser's last write matters: a replica that lags so far was left out long before. */
const WRITTEN_MAX_AGE = 60

/** Form of our cookies' values, which are tokens or signed texts, both URL-safe; other values are ignored. */
const VALUE = /^[A-Za-z0-9_-]{20,700}$/

export type CookieNames = Readonly<{
  session: string
  device: string
  ticket: string
  halfLogin: string
  providerLogin: string
  pendingLogin: string
  uploader: string
  written: string
}>

export function cookieNames(config: Config): CookieNames {
  const prefix = usesHttps(config) ? '__Host-' : ''
  return {
    session: `${prefix}sid`,
    device: `${prefix}did`,
    ticket: `${prefix}rid`,
    halfLogin: `${prefix}hid`,
    providerLogin: `${prefix}lid`,
    pendingLogin: `${prefix}pid`,
    uploader: `${prefix}uid`,
    written: `${prefix}wid`,
  }
}

function readSessionToken(request: FastifyRequest, config: Config): string | null {
  return read(request, cookieNames(config).session)
}

/** Secret of the browser's uploads, or null before the first one. */
export function readUploaderToken(request: FastifyRequest, config: Config): string | null {
  return read(request, cookieNames(config).uploader)
}

export function setUploaderToken(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(cookieNames(config).uploader, token, attributes(config, UPLOADER_MAX_AGE))
}

export function replyCookies(reply: FastifyReply, config: Config): ReplyCookies {
  const names = cookieNames(config)
  const set = (name: string, value: string, maxAge?: number) =>
    void reply.setCookie(name, value, attributes(config, maxAge))
  const clear = (name: string) => void reply.clearCookie(name, attributes(config))
  return {
    setSession: (token, persistent) => set(names.session, token, persistent ? SESSION_MAX_AGE : undefined),
    clearSession: () => {
      clear(names.session)
      reply.removeHeader(READER_HEADER)
    },
    knownDevice: read(reply.request, names.device),
    setKnownDevice: (token) => set(names.device, token, DEVICE_MAX_AGE),
    clearKnownDevice: () => clear(names.device),
    recoveryTicket: read(reply.request, names.ticket),
    setRecoveryTicket: (token) => set(names.ticket, token, TICKET_MAX_AGE),
    clearRecoveryTicket: () => clear(names.ticket),
    halfLogin: read(reply.request, names.halfLogin),
    setHalfLogin: (token) => set(names.halfLogin, token, HALF_LOGIN_MAX_AGE),
    clearHalfLogin: () => clear(names.halfLogin),
    providerLogin: read(reply.request, names.providerLogin),
    setProviderLogin: (token) => set(names.providerLogin, token, PROVIDER_MAX_AGE),
    pendingLogin: read(reply.request, names.pendingLogin),
    setPendingLogin: (token) => set(names.pendingLogin, token, PENDING_MAX_AGE),
    clearPendingLogin: () => clear(names.pendingLogin),
  }
}

/** Without `maxAge` (in seconds) the cookie ends with the browser. */
function attributes(config: Config, maxAge?: number): CookieSerializeOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: usesHttps(config),
    ...(maxAge !== undefined && { maxAge }),
  }
}

function read(request: FastifyRequest, name: string): string | null {
  const value = request.cookies[name]
  return value !== undefined && VALUE.test(value) ? value : null
}

/** Milliseconds until a replica has the write or is left out. */
const CAUGHT_UP_MS = 10_000

type Parts = Pick<Services, 'config' | 'secrets' | 'replicas' | 'log'>

/**
 * Sets a cookie with the log position after the browser's last write. Until all replicas, and responses cached from
 * them, include that position, the browser's member reads from the primary.
 */
export async function setLastWriteCookie(
  { config, secrets, replicas, log }: Parts,
  reply: FastifyReply,
): Promise<void> {
  // The write has succeeded already, so an error here does not matter.
  const position = await replicas.position().catch((error: unknown) => {
    log.debug({ err: error }, 'the position of a write is not known')
    return `until ${Date.now() + CAUGHT_UP_MS}`
  })
  if (position === null) return
  const signed = secrets.sign(position, 'position of a write')
  reply.setCookie(cookieNames(config).written, signed, attributes(config, WRITTEN_MAX_AGE))
}

/**
 * Whether the member's last write may be missing in shared reads. The cookie is signed, because reads past the caches
 * are costly.
 */
export function hasUnseenWrite({ config, secrets, replicas }: Parts, request: FastifyRequest): boolean {
  const signed = read(request, cookieNames(config).written)
  const position = signed && secrets.verify(signed, 'position of a write')
  const [, until] = /^until (\d+)$/.exec(position ?? '') ?? []
  if (until !== undefined) return Date.now() < Number(until)
  return position !== null && !replicas.have(position)
}

declare module 'fastify' {
  interface FastifyRequest {
    sessionToken: string | null
    loadSession: () => Promise<FoundSession | null>
    /** Loads the session again after a wait: it may have ended, or role or suspension may have changed. */
    reloadSession: () => Promise<FoundSession | null>
  }
}

type SessionParts = Pick<Services, 'config' | 'db' | 'replicas'> & Readonly<{ resumeSession: Product['resumeSession'] }>

/** Lets each request load the session of its cookie, once it is asked for. */
export function registerSessions(app: FastifyInstance, parts: SessionParts): void {
  app.decorateRequest('sessionToken', null)
  app.decorateRequest('loadSession')
  app.decorateRequest('reloadSession')
  app.addHook('onRequest', (request, reply, done) => {
    const token = readSessionToken(request, parts.config)
    let session: Promise<FoundSession | null> | undefined
    request.sessionToken = token
    request.reloadSession = () => {
      session = token === null ? Promise.resolve(null) : lookUp(parts, token, reply)
      return session
    }
    request.loadSession = () => session ?? request.reloadSession()
    done()
  })
}

async function lookUp(
  { config, db, replicas, resumeSession }: SessionParts,
  token: string,
  reply: FastifyReply,
): Promise<FoundSession | null> {
  const since = performance.now()
  const found = await resumeSession(db, token, config)
  // A login of just before the primary was lost may be missing in a replica, so the cookie stays.
  if (!found && replicas.hasReplacedPrimary(since)) throw new HttpError(503, 'UNAVAILABLE')
  if (!found) replyCookies(reply, config).clearSession()
  else if (found.newToken !== null) replyCookies(reply, config).setSession(found.newToken, found.persistent)
  if (found) reply.header(READER_HEADER, found.persistent && !found.restricted ? found.handle : UNKEPT_READER)
  return found
}

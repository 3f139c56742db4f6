import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recoveryLimits } from '#rules/account.ts'
import { type Config, isSecure } from '../config.ts'
import type { ReplyCookies } from '../context.ts'

const DAY = 86_400

/** Longest life of an auto-login session in seconds; the server ends an idle one sooner (P5). */
const SESSION_MAX_AGE = 30 * DAY
const DEVICE_MAX_AGE = 180 * DAY
const TICKET_MAX_AGE = recoveryLimits.minutes * 60
const UPLOADER_MAX_AGE = DAY

/** A cookie of ours holds a token or a signed text, both URL-safe; anything else is as good as none. */
const VALUE = /^[A-Za-z0-9_-]{20,400}$/

export type CookieNames = Readonly<{ session: string; device: string; ticket: string; uploader: string }>

/** Names of our cookies: `__Host-` wherever a browser keeps such a cookie (P2). */
export function cookieNames(config: Config): CookieNames {
  const prefix = isSecure(config) ? '__Host-' : ''
  return { session: `${prefix}sid`, device: `${prefix}did`, ticket: `${prefix}rid`, uploader: `${prefix}uid` }
}

/** The session token that the browser sent, or null. */
export function readSessionToken(request: FastifyRequest, config: Config): string | null {
  return read(request, cookieNames(config).session)
}

/** The secret under which this browser uploads pictures, or null before its first upload. */
export function readUploader(request: FastifyRequest, config: Config): string | null {
  return read(request, cookieNames(config).uploader)
}

/** Gives the browser the secret under which it uploads pictures. */
export function setUploader(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(cookieNames(config).uploader, token, attributes(config, UPLOADER_MAX_AGE))
}

/** The cookies of accounts: those that the request brought, and a way to set those of its reply. */
export function replyCookies(reply: FastifyReply, config: Config): ReplyCookies {
  const names = cookieNames(config)
  const set = (name: string, value: string, maxAge?: number) =>
    void reply.setCookie(name, value, attributes(config, maxAge))
  const clear = (name: string) => void reply.clearCookie(name, attributes(config))
  return {
    setSession: (token, persistent) => set(names.session, token, persistent ? SESSION_MAX_AGE : undefined),
    clearSession: () => clear(names.session),
    knownDevice: read(reply.request, names.device),
    setKnownDevice: (token) => set(names.device, token, DEVICE_MAX_AGE),
    clearKnownDevice: () => clear(names.device),
    recoveryTicket: read(reply.request, names.ticket),
    setRecoveryTicket: (token) => set(names.ticket, token, TICKET_MAX_AGE),
    clearRecoveryTicket: () => clear(names.ticket),
  }
}

/** Without `maxAge` (in seconds) the cookie goes when the browser is closed. */
function attributes(config: Config, maxAge?: number): CookieSerializeOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config),
    ...(maxAge !== undefined && { maxAge }),
  }
}

function read(request: FastifyRequest, name: string): string | null {
  const value = request.cookies[name]
  return value !== undefined && VALUE.test(value) ? value : null
}

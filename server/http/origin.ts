import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { isLoopback } from '../config/address-config.ts'
import type { Config } from '../config.ts'
import { HourlyNews } from './failure-log.ts'
import { HttpError } from './http-error.ts'

/** Origins that are named in the log in an hour. */
const MAX_NAMED = 3

/** No host name is longer than 253 characters. */
const LONGEST_ORIGIN = 300

/**
 * Origin must be ours, or absent together with Sec-Fetch-Site, as with clients other than browsers. When a browser says
 * that our own page sent the request, PUBLIC_ORIGIN must be wrong, and the log says so.
 */
export function requireOwnOrigin(config: Config): onRequestHookHandler {
  const news = new HourlyNews(MAX_NAMED)
  return ({ headers, log }, _reply, done) => {
    if (isOwnOrigin(headers, config)) return done()
    const origin = originOfOwnPage(headers)
    if (origin !== null && news.has(origin)) {
      log.warn(
        `Requests come from ${origin}, but PUBLIC_ORIGIN is ${config.publicOrigin}, so they are refused. Set PUBLIC_ORIGIN to the address that people use.`,
      )
    }
    done(new HttpError(403, 'FORBIDDEN'))
  }
}

function originOfOwnPage({ 'sec-fetch-site': site, origin = '' }: IncomingHttpHeaders): string | null {
  if (site !== 'same-origin' || origin.length > LONGEST_ORIGIN) return null
  const parsed = URL.parse(origin)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : null
}

function isOwnOrigin(headers: IncomingHttpHeaders, config: Config): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === config.publicOrigin || isSameLoopback(origin, config.publicOrigin)
}

/** On one machine 'localhost' and '127.0.0.1' are the same site if the ports are equal. */
function isSameLoopback(origin: string, publicOrigin: string): boolean {
  const [theirs, ours] = [URL.parse(origin), URL.parse(publicOrigin)]
  return (
    theirs?.protocol === 'http:' &&
    ours?.protocol === 'http:' &&
    theirs.port === ours.port &&
    isLoopback(theirs.hostname) &&
    isLoopback(ours.hostname)
  )
}

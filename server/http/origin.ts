import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { isLoopback } from '../config/address-config.ts'
import type { Config } from '../config.ts'
import { HttpError } from './http-error.ts'

/** Origin must be ours, or absent together with Sec-Fetch-Site, as with clients other than browsers. */
export function requireOwnOrigin(config: Config): onRequestHookHandler {
  return (request, _reply, done) =>
    done(isOwnOrigin(request.headers, config) ? undefined : new HttpError(403, 'FORBIDDEN'))
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

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { isLoopback } from '../config/address-config.ts'
import { type PlacesConfig, tilesOrigin } from '../config/services-config.ts'
import { type Config, usesHttps } from '../config.ts'
import { HttpError } from './http-error.ts'
import { HourlyMentions } from './request-log.ts'

export function commonHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(usesHttps(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function registerCommonHeaders(app: FastifyInstance, config: Config): void {
  const headers = Object.entries(commonHeaders(config))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of headers) {
      if (name !== 'content-security-policy' || !reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}

/**
 * Content-Security-Policy of a page. It allows our script files and the inline scripts with the hashes in `scripts`,
 * the same for styles, and pictures from us and from allowed hosts.
 */
export function pagePolicy(config: Config, scripts: readonly string[], styles: readonly string[]): string {
  const development = config.mode === 'development'
  const maps = mapPolicy(config.places)
  // URLs of our pictures begin with this origin, also on a page opened as 'localhost'.
  const images = [...new Set([config.imageOrigin, ...config.imageHosts])]
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts, ...maps.scripts].join(' '),
    // Workers shrink photos before the upload.
    "worker-src 'self'",
    ["style-src-elem 'self'", ...(development ? ["'unsafe-inline'"] : styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${[...images, ...maps.images].join(' ')}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''} ${maps.connections.join(' ')}`.trimEnd(),
    "manifest-src 'self'",
    // Kakao's script opens its list of friends by a form.
    `form-action 'self'${config.places.kakaoMapKey === null ? '' : ' https://sharer.kakao.com'}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const kakaoScripts = ['https://dapi.kakao.com', 'https://t1.daumcdn.net']
const kakaoHosts = ['https://dapi.kakao.com', 'https://*.daumcdn.net', 'https://*.kakaocdn.net']

/** Sources for the Content-Security-Policy that the configured maps need. */
export function mapPolicy(
  config: PlacesConfig,
): Readonly<Record<'images' | 'connections' | 'scripts', readonly string[]>> {
  const sdk = new URL(config.kakaoMapUrl).origin
  const kakao = (hosts: readonly string[]) => (config.kakaoMapKey === null ? [] : [...new Set([sdk, ...hosts])])
  const tiles = config.tilesUrl === null ? [] : [tilesOrigin(config.tilesUrl)]
  return {
    images: [...kakao(kakaoHosts), ...tiles.filter((origin) => origin !== null)],
    connections: kakao(kakaoHosts),
    scripts: kakao([...kakaoScripts, new URL(config.kakaoShareUrl).origin]),
  }
}

const MAX_NAMED = 3

const LONGEST_ORIGIN = 300

/**
 * Refuses requests that pages of other sites send. Other clients than browsers send neither Origin nor Sec-Fetch-Site.
 * If a browser says that our own page sent the request, PUBLIC_ORIGIN must be wrong, which is logged.
 */
export function requireOwnOrigin(config: Config): onRequestHookHandler {
  const once = new HourlyMentions(MAX_NAMED)
  return ({ headers, log }, _reply, done) => {
    if (isOwnOrigin(headers, config)) return done()
    const origin = originOfOwnPage(headers)
    if (origin !== null && once.isNew(origin)) {
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

/** Whether both are loopback URLs with the same port: on one machine 'localhost' and '127.0.0.1' are the same site. */
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

import type { FastifyInstance } from 'fastify'
import { type PlacesConfig, tilesOrigin } from '../config/places-config.ts'
import { type Config, isSecure } from '../config.ts'

export function commonHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isSecure(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** A policy that the route has set stays. */
export function registerCommonHeaders(app: FastifyInstance, config: Config): void {
  const headers = Object.entries(commonHeaders(config))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of headers) {
      if (name !== 'content-security-policy' || !reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}

/** Allows scripts of our own files and the inline ones in `scripts`, and pictures from us and from allowed hosts. */
export function pagePolicy(config: Config, scripts: readonly string[]): string {
  const development = config.mode === 'development'
  const maps = mapPolicy(config.places)
  const images = [...new Set([config.imageOrigin, ...config.imageHosts])].filter((host) => host !== config.publicOrigin)
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts, ...maps.scripts].join(' '),
    // For shrinking photos before the upload.
    "worker-src 'self'",
    // Vite's development server injects style elements.
    `style-src-elem 'self'${development ? " 'unsafe-inline'" : ''}`,
    // Style attributes carry placeholders of pictures and the hue of avatars; they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${[...images, ...maps.images].join(' ')}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''} ${maps.connections.join(' ')}`.trimEnd(),
    "manifest-src 'self'",
    // In a window, Kakao's script opens its list of friends by a form.
    `form-action 'self'${config.places.kakaoMapKey === null ? '' : ' https://sharer.kakao.com'}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const kakaoScripts = ['https://dapi.kakao.com', 'https://t1.daumcdn.net']
const kakaoHosts = ['https://dapi.kakao.com', 'https://*.daumcdn.net', 'https://*.kakaocdn.net']

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

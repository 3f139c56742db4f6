import type { FastifyReply } from 'fastify'
import { type Config, isSecure } from '../config.ts'
import { mapPolicy } from '../places/map-policy.ts'

/** Headers of every answer, whatever it is (threat 48). */
export function setCommonHeaders(reply: FastifyReply, config: Config): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  reply.header('permissions-policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
  reply.header('cross-origin-opener-policy', 'same-origin')
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (isSecure(config)) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** The policy of a page: scripts only with this response's nonce, pictures from us and from where the operator allows. */
export function pagePolicy(config: Config, nonce: string): string {
  const development = config.mode === 'development'
  const maps = mapPolicy(config.places)
  const images = [...new Set([config.imageOrigin, ...config.imageHosts])].filter((host) => host !== config.publicOrigin)
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's development server injects style elements that know no nonce.
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Attributes carry the placeholders of pictures and the hue of avatars; they can run nothing.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${[...images, ...maps.images].join(' ')}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''} ${maps.connections.join(' ')}`.trimEnd(),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

import type { FastifyInstance } from 'fastify'
import { paths, sitePaths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'
import { HttpError } from '../http-error.ts'

/** Milliseconds; RFC 9116 asks for less than a year. */
const EXPIRES_IN = 300 * 86_400_000

/**
 * Files below `/.well-known` (RFC 8615). Password managers first request an impossible name, and trust only a site that
 * answers 404.
 */
export function registerWellKnown(app: FastifyInstance, { contact, publicOrigin }: Config): void {
  app.get('/.well-known/*', async () => {
    throw new HttpError(404, 'BAD_USER_INPUT')
  })
  app.get(sitePaths.changePassword, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(paths.changePassword),
  )
  if (contact === null) return
  app.get(sitePaths.security, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8')
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(Date.now() + EXPIRES_IN).toISOString()}`,
      'Preferred-Languages: ko, en',
      `Canonical: ${publicOrigin}${sitePaths.security}`,
    ]
    return `${lines.join('\n')}\n`
  })
}

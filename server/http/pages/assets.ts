import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiPaths, privatePaths, WORKER } from '#rules/paths.ts'
import type { Config } from '../../config.ts'
import { manifest } from './manifest.ts'

/** Assets have a hash of their content in the name. */
export const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const ASSETS = 'assets'

/** Headers of the service worker: it may send requests to the site alone. */
const ofWorker = [
  ['cache-control', 'no-cache'],
  ['content-security-policy', "default-src 'none'; connect-src 'self'"],
] as const

/** A service worker that removes itself with all that it kept, in place of one that turned out to be faulty. */
const NO_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

export async function registerAssets(app: FastifyInstance, clientDir: string, config: Config): Promise<void> {
  const options = { preCompressed: true, cacheControl: false, index: false } as const
  // Looked up when they are asked for: a route for each of a thousand files would delay every start.
  await app.register(fastifyStatic, {
    ...options,
    root: path.join(clientDir, ASSETS),
    prefix: `/${ASSETS}/`,
    setHeaders: (reply) => reply.header('cache-control', FOREVER),
  })
  // Routes of their own: every other path is a page.
  await app.register(fastifyStatic, {
    ...options,
    root: clientDir,
    wildcard: false,
    globIgnore: [`${ASSETS}/**`, ...(config.serviceWorker ? [] : [`**${WORKER}*`])],
    decorateReply: false,
    setHeaders: (reply, file) => {
      if (file.includes(WORKER)) for (const [name, value] of ofWorker) reply.header(name, value)
      else reply.header('cache-control', AN_HOUR)
    },
  })
  if (!config.serviceWorker) {
    app.get(WORKER, async (_request, reply) =>
      reply.headers(Object.fromEntries(ofWorker)).type('text/javascript; charset=utf-8').send(NO_WORKER),
    )
  }
  app.get('/manifest.webmanifest', async (_request, reply) => {
    reply.header('cache-control', AN_HOUR).type('application/manifest+json')
    return manifest(config)
  })
  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', AN_HOUR).type('text/plain; charset=utf-8')
    const sitemap = `Sitemap: ${config.publicOrigin}${apiPaths.sitemap}`
    return `User-agent: *\n${privatePaths.map((path) => `Disallow: ${path}\n`).join('')}\n${sitemap}\n`
  })
}

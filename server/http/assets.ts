import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiPaths, privatePaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'

/** Assets have a hash of their content in the name. */
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const ASSETS = 'assets'
/** A worker has the policy of its own response, not the page's; the one that paints the map fetches files and fonts. */
const MAP_WORKER = /korea-worker-[^/]+$/
const MAP_WORKER_POLICY = "default-src 'none'; connect-src 'self'; font-src 'self'; frame-ancestors 'none'"

export async function registerAssets(app: FastifyInstance, clientDir: string, config: Config): Promise<void> {
  const options = { preCompressed: true, cacheControl: false, index: false } as const
  // Looked up when they are asked for: a route for each of a thousand files would delay every start.
  await app.register(fastifyStatic, {
    ...options,
    root: path.join(clientDir, ASSETS),
    prefix: `/${ASSETS}/`,
    setHeaders: (reply, file) => {
      reply.header('cache-control', FOREVER)
      if (MAP_WORKER.test(file)) reply.header('content-security-policy', MAP_WORKER_POLICY)
    },
  })
  // Routes of their own: every other path is a page.
  await app.register(fastifyStatic, {
    ...options,
    root: clientDir,
    wildcard: false,
    globIgnore: [`${ASSETS}/**`],
    decorateReply: false,
    setHeaders: (reply) => reply.header('cache-control', AN_HOUR),
  })
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

function manifest(config: Config) {
  return {
    name: config.siteName,
    short_name: config.siteName,
    lang: 'ko',
    start_url: '/',
    display: 'standalone',
    background_color: '#fcfaf7',
    theme_color: '#fcfaf7',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
}

/** Serves the operator's PMTiles file, whole or by range; no route without one. */
export async function registerMapTiles(app: FastifyInstance, { places }: Config): Promise<void> {
  const { pmtilesPath } = places
  if (pmtilesPath === null) return
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: path.dirname(pmtilesPath), serve: false, decorateReply: true })
    scope.get(apiPaths.mapTiles, async (_request, reply) => {
      reply.type('application/vnd.pmtiles')
      // A new version of the file changes its ETag, and readers then start again.
      return reply.sendFile(path.basename(pmtilesPath), { maxAge: '1h', acceptRanges: true })
    })
  })
}

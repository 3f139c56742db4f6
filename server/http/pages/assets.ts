import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiPaths, privatePaths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'

/** Assets have a hash of their content in the name. */
export const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const ASSETS = 'assets'

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

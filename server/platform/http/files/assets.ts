import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { paths, privatePaths, SERVICE_WORKER_PATH, sitePaths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'

export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const ASSETS = 'assets'

/** Headers of the service worker, which may send requests only to the site. */
const workerHeaders = [
  ['cache-control', 'no-cache'],
  ['content-security-policy', "default-src 'none'; connect-src 'self'"],
] as const

/** A service worker that removes itself and its storage, to replace a faulty one. */
const NO_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

/** Serves the built files of the web application. @param siteName gets the name of the site, which admins can change */
export async function registerAssets(
  app: FastifyInstance,
  clientDir: string,
  config: Config,
  siteName: () => Promise<string>,
): Promise<void> {
  const options = { preCompressed: true, cacheControl: false, index: false } as const
  // Wildcard, because a route for each of a thousand files would delay every start.
  await app.register(fastifyStatic, {
    ...options,
    root: path.join(clientDir, ASSETS),
    prefix: `/${ASSETS}/`,
    setHeaders: (reply) => reply.header('cache-control', IMMUTABLE_CACHE_CONTROL),
  })
  await app.register(fastifyStatic, {
    ...options,
    root: clientDir,
    wildcard: false,
    globIgnore: [`${ASSETS}/**`, ...(config.serviceWorker ? [] : [`**${SERVICE_WORKER_PATH}*`])],
    decorateReply: false,
    setHeaders: (reply, file) => {
      if (file.includes(SERVICE_WORKER_PATH)) for (const [name, value] of workerHeaders) reply.header(name, value)
      else reply.header('cache-control', AN_HOUR)
    },
  })
  if (!config.serviceWorker) {
    app.get(SERVICE_WORKER_PATH, async (_request, reply) =>
      reply.headers(Object.fromEntries(workerHeaders)).type('text/javascript; charset=utf-8').send(NO_WORKER),
    )
  }
  app.get('/manifest.webmanifest', async (_request, reply) => {
    reply.header('cache-control', AN_HOUR).type('application/manifest+json')
    return manifest(await siteName())
  })
  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', AN_HOUR).type('text/plain; charset=utf-8')
    const sitemap = `Sitemap: ${config.publicOrigin}${sitePaths.sitemap}`
    return `User-agent: *\n${privatePaths.map((path) => `Disallow: ${path}\n`).join('')}\n${sitemap}\n`
  })
}

function manifest(siteName: string) {
  return {
    id: paths.home,
    name: siteName,
    short_name: siteName,
    description: '이웃이 나눈 맛집을 구경하고, 내가 찾은 맛집도 나눠 보세요.',
    lang: 'ko',
    dir: 'ltr',
    start_url: paths.home,
    scope: paths.home,
    display: 'standalone',
    background_color: '#fcfaf7',
    theme_color: '#fcfaf7',
    categories: ['food', 'lifestyle', 'social'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      shortcut('글쓰기', paths.addPost, 'write'),
      shortcut('지도', paths.map, 'map'),
      shortcut('내 맛집', paths.me, 'saved'),
    ],
    screenshots: [
      screenshot('home-narrow', '720x1480', 'narrow', '이웃이 나눈 맛집'),
      screenshot('map-narrow', '720x1480', 'narrow', '지도에서 찾는 맛집'),
      screenshot('post-narrow', '720x1480', 'narrow', '글 하나에 담긴 맛집'),
      screenshot('home-wide', '1280x800', 'wide', '넓은 화면으로 보는 맛집'),
    ],
  }
}

function shortcut(name: string, url: string, icon: string) {
  return { name, url, icons: [{ src: `/install/${icon}.png`, sizes: '192x192', type: 'image/png' }] }
}

function screenshot(name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) {
  return { src: `/install/${name}.webp`, sizes, type: 'image/webp', form_factor, label }
}

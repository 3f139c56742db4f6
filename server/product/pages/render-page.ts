import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Manifest } from 'vite'
import type { PageContext, RenderedScreen, Site } from '#contract/page-context.ts'
import type { Viewer } from '#contract/reader-state.ts'
import { agoChangesAt } from '#rules/ago.ts'
import { openStateChangesAt } from '#rules/hours.ts'
import { loginProviders } from '#rules/provider-login.ts'
import type { Config } from '../../platform/config.ts'
import { findFreePort } from '../../platform/ports.ts'
import { StartError } from '../../platform/start-error.ts'
import type { GraphqlContext } from '../api/request-context.ts'
import { applyLook } from '../look/apply-look.ts'
import { loadLook } from '../look/load-look.ts'
import { holidaysAround } from '../posts/lists/open-at.ts'

/** Random per process and never sent, so no post can contain it: a script with this nonce is ours. */
const SCRIPT_MARK = randomBytes(16).toString('hex')

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`
const META = `<meta property="csp-nonce" content="${SCRIPT_MARK}"/>`
const INLINE_SCRIPT = new RegExp(`<script(?:(?! src=)[^<>])*${ATTRIBUTE}(?:(?! src=)[^<>])*>(.*?)</script>`, 'gs')

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

export type PageHandler = {
  render(url: string, page: PageContext): Promise<RenderedScreen>
}

/** `sources` and `styles`: what the content security policy has to allow of inline scripts and styles, as hashes. */
export type RenderedPage = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  html: string
  sources: readonly string[]
  styles: readonly string[]
}>

export type RenderPage = (url: string, context: GraphqlContext, viewer: Viewer | null) => Promise<RenderedPage>

/** Codes of errors that the next reader would get too. */
const LASTING_FAILURES: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'BAD_USER_INPUT'])

/** Milliseconds for which a page is kept that lacks a part. */
const FAILED_MS = 1000

function canonicalLink(url: string): string {
  return `<link rel="canonical" href="${url}"`
}

function statusOfFailure(codes: ReadonlySet<unknown>): number {
  if (codes.has('UNAVAILABLE') || codes.has('PREPARING')) return 503
  return codes.has('BAD_USER_INPUT') ? 400 : 500
}

export function createPageRenderer(app: FastifyInstance, config: Config, handler: PageHandler): RenderPage {
  return async (url, context, viewer) => {
    const failures = new Set<unknown>()
    let asked: number | undefined
    const now = new Date()
    const { shown } = context
    const { look, isOld } = await loadLook(context.db)
    if (isOld) shown.keepUntil(now.getTime() + FAILED_MS)
    if ((look.announcementEnds ?? 0) > now.getTime()) shown.keepUntil(look.announcementEnds ?? 0)
    const screen = await handler.render(url, {
      graphql: async (query, variables) => {
        const result = await app.executeGraphql(context, query, variables)
        for (const { extensions } of result.errors ?? []) failures.add(extensions?.code)
        return result
      },
      viewer,
      setStatus: (status) => {
        asked = status
      },
      showsAgo: (at) => shown.keepUntil(agoChangesAt(at, now.getTime())),
      showsHours: (start, end) => shown.keepUntil(openStateChangesAt(start, end, now.getTime())),
      nonce: SCRIPT_MARK,
      site: siteOf(config, look.name),
      requestId: context.requestId,
      now: now.toISOString(),
      holidays: holidaysAround(now),
    })
    const { html, location } = screen
    if ([...failures].some((code) => !LASTING_FAILURES.has(code))) shown.keepUntil(now.getTime() + FAILED_MS)
    // Only at its canonical URL a page is kept until what it shows changes: anybody can make up endless other URLs of it.
    if (!html.includes(canonicalLink(config.publicOrigin + url))) shown.addUnnamed()
    const made = asked ?? screen.status
    const status = made === 500 ? statusOfFailure(failures) : made
    const headers = { 'content-type': 'text/html; charset=utf-8', ...(location !== null && { location }) }
    const sources = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => sourceOf(script))
    const dressed = applyLook(withoutMarks(html), look, { images: context.images, now: now.getTime() })
    const styles = dressed.style === null ? [] : [sourceOf(dressed.style)]
    return { status, headers, html: dressed.html, sources, styles }
  }
}

function siteOf({ siteName, publicOrigin, contact, places, logins: keys }: Config, chosenName: string | null): Site {
  const { kakaoMapKey: key, kakaoShareUrl: url } = places
  const logins = loginProviders.filter((provider) => keys[provider])
  return {
    name: chosenName ?? siteName,
    origin: publicOrigin,
    contact,
    ...(key !== null && { kakao: { key, url } }),
    ...(logins.length > 0 && { logins }),
  }
}

/** Removes the nonces, so that every process makes the same bytes. */
function withoutMarks(html: string): string {
  return html.replace(META, '').replaceAll(ATTRIBUTE, '').replaceAll(SCRIPT_MARK, '')
}

/** The web application: how pages are rendered, and the folder of its files; null for Vite, which serves them itself. */
export type WebApplication = {
  handler: PageHandler
  clientDir: string | null
  useMiddleware(app: FastifyInstance): void
  close(): Promise<void>
}

type Application = { openRenderer(files: Manifest | null): PageHandler['render'] }

const root = path.resolve(import.meta.dirname, '../../..')

/** Loads the built web application, or Vite with hot reload in development. @throws when nothing has been built */
export async function loadWebApplication(config: Config): Promise<WebApplication> {
  return config.mode === 'development' ? loadDevelopment() : loadBuilt()
}

async function loadBuilt(): Promise<WebApplication> {
  const entry = path.join(root, 'dist/server/server.js')
  if (!existsSync(entry)) throw new StartError('The web application is not built: run `npm run build` first.')
  const clientDir = path.join(root, 'dist/client')
  const files = JSON.parse(readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const { openRenderer } = (await import(pathToFileURL(entry).href)) as Application
  return {
    handler: { render: openRenderer(files) },
    clientDir,
    useMiddleware: () => {},
    close: async () => {},
  }
}

async function loadDevelopment(): Promise<WebApplication> {
  const { createServer } = await import('vite')
  // Each clone has a socket of its own, on the loopback.
  const hmr = { host: '127.0.0.1', port: await findFreePort() }
  const vite = await createServer({ root, server: { middlewareMode: true, hmr }, appType: 'custom' })
  const handler: PageHandler = {
    render: async (url, page) => {
      const { openRenderer } = (await vite.ssrLoadModule('/web/server.ts')) as Application
      return openRenderer(null)(url, page)
    },
  }
  return {
    handler,
    clientDir: null,
    useMiddleware: (app) => {
      app.addHook('onRequest', (request, reply, next) => {
        reply.raw.once('finish', () => reply.sent || reply.hijack())
        vite.middlewares(request.raw, reply.raw, next)
      })
    },
    close: () => vite.close(),
  }
}

import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import type { Services } from './context.ts'
import { CHANGES_CHANNEL, changesOf, listenForChanges } from './db/changes.ts'
import { registerExport } from './http/api/export.ts'
import { registerGraphql } from './http/api/graphql.ts'
import { readText } from './http/api/graphql-documents.ts'
import { registerSessions } from './http/cookies.ts'
import { registerDraining } from './http/draining.ts'
import { registerCommonHeaders } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { HttpError, handleError } from './http/http-error.ts'
import { answerMalformed, refuseInvalidTargets } from './http/malformed.ts'
import { registerAssets } from './http/pages/assets.ts'
import { registerFeeds } from './http/pages/feeds.ts'
import { registerBundledMap, registerMapTiles } from './http/pages/map-tiles.ts'
import { registerPages } from './http/pages/pages.ts'
import { loadWeb, type Web } from './http/pages/render-page.ts'
import { registerShareImages } from './http/pages/share-images.ts'
import { NOT_FOUND } from './http/pages/shared-url.ts'
import { registerSitemap } from './http/pages/sitemap.ts'
import { registerWellKnown } from './http/pages/well-known.ts'
import { registerProxyWarnings } from './http/proxy-warnings.ts'
import { registerFailureLog, registerRequestIds, registerRequestLog, requestIds } from './http/request-log.ts'
import { handleInOrder, registerGates, registerRequestTurns } from './http/request-turns.ts'
import { registerShownReader } from './http/shown-reader.ts'
import { type ClientLimits, clientLimitsOfEach, registerSlowClients, serverTimeouts } from './http/slow-clients.ts'
import { registerUnsubscribe } from './http/unsubscribe.ts'
import { registerImages } from './http/uploads/serve-images.ts'
import { registerUploads } from './http/uploads/uploads.ts'
import { DELETED_IMAGE_CHANNEL } from './images/delete-images.ts'

const BODY_BYTES = 64 * 1024

export type AppOptions = {
  services: Services
  web: Web | null
  clientLimits?: ClientLimits
  onRoute?: (route: RouteOptions) => void
}

export async function buildApp({ services, web, ...options }: AppOptions): Promise<FastifyInstance> {
  const { config, log } = services
  const clientLimits = options.clientLimits ?? clientLimitsOfEach(config)
  const { http, ...timeouts } = serverTimeouts(clientLimits)
  const app = Fastify({
    ...timeouts,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_BYTES,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered by server/http/draining.ts.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    clientErrorHandler: answerMalformed(config),
    // Node would answer without a body; `refuseInvalidTargets` answers with ours.
    http: { ...http, requireHostHeader: false },
  })
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  handleInOrder(app)
  registerRequestIds(app)
  registerRequestLog(app, services)
  registerDraining(app)
  registerRequestTurns(app)
  registerFailureLog(app, services.metrics)
  registerSlowClients(app, config, clientLimits)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'BAD_USER_INPUT')
  })
  registerCommonHeaders(app, config)
  refuseInvalidTargets(app, config)
  app.removeAllContentTypeParsers()
  // The API parses JSON itself, after looking into the cache.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    readText(body),
  )

  await app.register(cookie)
  registerGates(app, config)
  registerProxyWarnings(app, config)
  registerSessions(app, services)
  registerShownReader(app)
  registerHealth(app, services.db)
  await app.register(registerUploads, services)
  await app.register(registerImages, services)
  await registerMapTiles(app, config)
  registerBundledMap(app)
  registerExport(app, services)
  registerSitemap(app, services)
  registerFeeds(app, services)
  registerWellKnown(app, config)
  registerShareImages(app, services)
  await app.register(registerUnsubscribe, services)
  registerGraphql(app, services)
  if (web) {
    if (web.clientDir !== null) await registerAssets(app, web.clientDir, config)
    web.useMiddleware(app)
    registerPages(app, services, web.handler)
  }
  return app
}

// Replaces targets that are no path or not percent-encoded UTF-8 by one without a page, because the router would answer
// them in English.
function readablePath(url: string): string {
  if (!url.startsWith('/')) return NOT_FOUND
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

type Parts = { services: Services; databaseUrl: string; log: FastifyBaseLogger }

export async function openApp(
  { services, databaseUrl, log }: Parts,
  cleanup: AsyncDisposableStack,
): Promise<FastifyInstance> {
  const web = await loadWeb(services.config)
  cleanup.defer(web.close)
  const app = await buildApp({ services, web })
  const changes = changesOf(services.db)
  const listeners = {
    [CHANGES_CHANNEL]: (payload: string | null) => changes.hear(payload),
    [DELETED_IMAGE_CHANNEL]: services.images.forget,
  }
  cleanup.defer(await listenForChanges(databaseUrl, listeners, log))
  return app
}

import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import type { Services } from './platform/context.ts'
import { CHANGES_CHANNEL, changesOf, listenForChanges } from './platform/db/changes.ts'
import { registerSessions } from './platform/http/cookies.ts'
import { registerDraining } from './platform/http/draining.ts'
import { registerAssets } from './platform/http/files/assets.ts'
import { registerBundledMap, registerMapTiles } from './platform/http/files/map-tiles.ts'
import { registerWellKnown } from './platform/http/files/well-known.ts'
import { registerCommonHeaders } from './platform/http/headers.ts'
import { registerHealth } from './platform/http/health.ts'
import { HttpError, handleError } from './platform/http/http-error.ts'
import { answerMalformed, refuseInvalidTargets } from './platform/http/malformed.ts'
import { registerProxyWarnings } from './platform/http/proxy-warnings.ts'
import { registerFailureLog, registerRequestIds, registerRequestLog, requestIds } from './platform/http/request-log.ts'
import { handleInOrder, registerGates, registerRequestTurns } from './platform/http/request-turns.ts'
import { NOT_FOUND } from './platform/http/shared-url.ts'
import { registerShownReader } from './platform/http/shown-reader.ts'
import {
  type ClientLimits,
  clientLimitsOfEach,
  registerSlowClients,
  serverTimeouts,
} from './platform/http/slow-clients.ts'
import { registerImages } from './platform/http/uploads/serve-images.ts'
import { registerUploads } from './platform/http/uploads/uploads.ts'
import { DELETED_IMAGE_CHANNEL } from './platform/images/delete-images.ts'
import { findSession } from './product/accounts/sessions.ts'
import { registerExport } from './product/api/export.ts'
import { registerGraphql } from './product/api/graphql.ts'
import { readText } from './product/api/graphql-documents.ts'
import { requireWriter } from './product/enforcement/require-writer.ts'
import { registerFeeds } from './product/pages/feeds.ts'
import { registerPages } from './product/pages/pages.ts'
import { loadWeb, type Web } from './product/pages/render-page.ts'
import { registerShareImages } from './product/pages/share-images.ts'
import { registerSitemap } from './product/pages/sitemap.ts'
import { registerUnsubscribe } from './product/pages/unsubscribe.ts'

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
    // Requests that arrive during shutdown are answered by server/platform/http/draining.ts.
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
  registerSessions(app, { ...services, findSession })
  registerShownReader(app)
  registerHealth(app, services.db)
  await app.register(registerUploads, { ...services, requireWriter })
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

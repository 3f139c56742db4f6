import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import type { Services } from '../context.ts'
import type { Product } from '../product.ts'
import { registerSessions } from './cookies.ts'
import { registerDraining } from './draining.ts'
import { registerBundledMap, registerOperatorMap } from './files/map-tiles.ts'
import { registerWellKnown } from './files/well-known.ts'
import { registerCommonHeaders } from './headers.ts'
import { registerHealth } from './health.ts'
import { HttpError, handleError } from './http-error.ts'
import { answerMalformed, refuseInvalidTargets, toRoutablePath } from './malformed.ts'
import { registerProxyWarnings } from './proxy-warnings.ts'
import { createRequestIds, registerFailureLog, registerRequestIdHeader, registerRequestLog } from './request-log.ts'
import { handlePipelinedInOrder, registerGates, registerRequestTurns } from './request-turns.ts'
import { registerShownReaderCheck } from './shown-reader.ts'
import { type ClientLimits, clientLimitsOfEach, registerClientLimits, serverTimeouts } from './slow-clients.ts'
import { registerImages } from './uploads/serve-images.ts'
import { registerUploads } from './uploads/uploads.ts'

const BODY_BYTES = 64 * 1024

export type AppOptions = Readonly<{
  clientLimits?: ClientLimits
  onRoute?: (route: RouteOptions) => void
}>

type Asked = Pick<Product, 'resumeSession' | 'refuseBarredWriter' | 'backfill'>

/** The HTTP server with all that routes have in common, and the routes of every site. It does not listen yet. */
export async function createApp(
  services: Services,
  { resumeSession, refuseBarredWriter, backfill }: Asked,
  options: AppOptions,
): Promise<FastifyInstance> {
  const { config, log } = services
  const clientLimits = options.clientLimits ?? clientLimitsOfEach(config)
  const { http, ...timeouts } = serverTimeouts(clientLimits)
  const app = Fastify({
    ...timeouts,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(config),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_BYTES,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered by server/platform/http/draining.ts.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => toRoutablePath(url),
    clientErrorHandler: answerMalformed(config),
    // Node would answer without a body; `refuseInvalidTargets` answers with ours.
    http: { ...http, requireHostHeader: false },
  })
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  handlePipelinedInOrder(app)
  registerRequestIdHeader(app)
  registerRequestLog(app, services)
  registerDraining(app)
  registerRequestTurns(app)
  registerFailureLog(app, services.metrics)
  registerClientLimits(app, config, clientLimits)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'BAD_USER_INPUT')
  })
  registerCommonHeaders(app, config)
  refuseInvalidTargets(app, config)
  app.removeAllContentTypeParsers()
  await app.register(cookie)
  registerGates(app, config)
  registerProxyWarnings(app, config)
  registerSessions(app, { ...services, resumeSession })
  registerShownReaderCheck(app)
  registerHealth(app, services, backfill)
  await app.register(registerUploads, { ...services, refuseBarredWriter })
  await app.register(registerImages, services)
  await registerOperatorMap(app, config)
  registerBundledMap(app)
  registerWellKnown(app, config)
  return app
}

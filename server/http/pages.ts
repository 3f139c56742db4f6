import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import type { PageContext } from '#contract/page-context.ts'
import { secondsToNextStep } from '#rules/hours.ts'
import { loadViewer } from '../accounts/load-viewer.ts'
import { type Config, shareOf } from '../config.ts'
import { AnonymousCache } from './anonymous-cache.ts'
import { CompressibleBody } from './compression.ts'
import { pagePolicy } from './headers.ts'
import { hashScripts, SCRIPT_MARK } from './page-scripts.ts'
import { buildContext, type ContextParts } from './request-context.ts'

/** The built web handler, or Vite's in development. */
export type PageHandler = {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>
}

/** What a request for a page is answered with. */
type Page = { status: number; headers: Record<string, string>; body: CompressibleBody }

/** Budget of cached pages, in bytes. */
const SHARED_BUDGET = 32 * 1024 * 1024
/** The budget of all processes together; each has its share, and at least room for some large ones. */
const LEAST_BUDGET = 4 * 1024 * 1024
const LARGEST_SHARED = 1024 * 1024

/** How long a CDN may serve a public page, in seconds. */
const CDN_FRESH = 5
const CDN_STALE = 60

/**
 * For a list of open places: a CDN may cache it until the next step of the day, less the second that a page may be old.
 */
const ASKS_FOR_OPEN = /[?&]open=1(?:&|$)/

/** Every path that is neither API nor file is a page of the web application. */
export function registerPages(app: FastifyInstance, parts: ContextParts, handler: PageHandler): void {
  const cache = new AnonymousCache<Page>({
    budget: shareOf(parts.config, SHARED_BUDGET, LEAST_BUDGET),
    largest: LARGEST_SHARED,
    sizeOf: ({ body }) => body.size,
    isWorthKeeping: ({ status }) => status === 200,
  })
  app.onFeedChanged(() => cache.clear())

  const render = async (request: FastifyRequest, reply: FastifyReply): Promise<Page> => {
    const context = await buildContext(parts, request, reply)
    let isUnavailable = false
    const response = await handler.fetch(pageRequest(request, parts.config), {
      context: {
        graphql: async (query, variables) => {
          const answer = await app.executeGraphql(context, query, variables)
          isUnavailable ||= answer.errors?.some(({ extensions }) => extensions?.code === 'UNAVAILABLE') ?? false
          return answer
        },
        viewer: await loadViewer(context),
        nonce: SCRIPT_MARK,
        site: { name: parts.config.siteName, origin: parts.config.publicOrigin },
        now: new Date().toISOString(),
      },
    })
    // The web application knows that it failed, but not that a retry may help.
    const status = response.status === 500 && isUnavailable ? 503 : response.status
    const { html, sources } = hashScripts(await response.text())
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(response.headers)
    headers['content-security-policy'] = pagePolicy(parts.config, sources)
    headers.vary = 'cookie, accept-encoding'
    headers['cache-control'] = cachePolicy(request, status)
    // Shared pages are compressed harder, because many people read them.
    const body = new CompressibleBody(Buffer.from(html), request.sessionToken === null ? 'small' : 'quick')
    return { status, headers, body }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const compute = () => render(request, reply)
      const page =
        request.sessionToken !== null
          ? await compute()
          : request.method === 'GET'
            ? await cache.get(request.url, compute)
            : (cache.peek(request.url) ?? (await compute()))
      return sendPage(request, reply, page)
    },
  })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Page): FastifyReply {
  const encoding = body.encodingFor(request.headers['accept-encoding'])
  reply.code(status).headers(headers)
  // Personal pages are not stored by browsers, so they need no entity tag.
  if (status === 200 && request.sessionToken === null) {
    reply.header('etag', body.etag(encoding))
    if (isFresh(request.headers, reply.getHeaders())) return reply.code(304).send()
  }
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(body.bytes(encoding))
}

/** Account pages are private; other pages of anonymous readers may be cached by a CDN. */
function cachePolicy(request: FastifyRequest, status: number): string {
  if (request.sessionToken !== null || status !== 200 || /^\/(account|add_post|edit)\b/i.test(request.url)) {
    return 'private, no-store'
  }
  if (ASKS_FOR_OPEN.test(request.url)) {
    return `public, max-age=0, s-maxage=${Math.min(CDN_FRESH, secondsToNextStep(new Date()) - 1)}`
  }
  return `public, max-age=0, s-maxage=${CDN_FRESH}, stale-while-revalidate=${CDN_STALE}`
}

/**
 * The request as the web application gets it: with our own origin whatever the Host header says (threat 45), and as a
 * GET without headers, so that a page depends only on its path and on the person (threat 53).
 */
function pageRequest(request: FastifyRequest, config: Config): Request {
  return new Request(config.publicOrigin + request.url)
}

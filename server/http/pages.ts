import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import { secondsToNextStep } from '#rules/hours.ts'
import { withoutUnknownParameters } from '#rules/page-parameters.ts'
import { privatePaths } from '#rules/paths.ts'
import { CompressibleBody } from './compression.ts'
import { pagePolicy } from './headers.ts'
import { memberPages } from './member-pages.ts'
import { type PageHandler, type PageText, pageRenderer, toText } from './render-page.ts'
import { buildContext, type ContextParts } from './request-context.ts'
import { budgetOf, SharedCache } from './shared-cache.ts'

/** What a request for a page is answered with. */
type Page = { status: number; headers: Record<string, string>; body: CompressibleBody }

/** Budget of cached pages in all processes, in bytes. */
const SHARED_BUDGET = 32 * 1024 * 1024
const LARGEST_SHARED = 1024 * 1024

/** How long a CDN may serve a public page, in seconds. */
const CDN_FRESH = 5
const CDN_STALE = 60

/**
 * For a list of open places: a CDN may cache it until the next step of the day, less the second that a page may be old.
 */
const ASKS_FOR_OPEN = /[?&]open=1(?:&|$)/

/** URLs of pages that are private to one person, however they are written. */
const PRIVATE_PATH = new RegExp(`^(?:${privatePaths.join('|')})\\b`, 'i')

/** Every path that is neither API nor file is a page of the web application. */
export function registerPages(app: FastifyInstance, parts: ContextParts, handler: PageHandler): void {
  const { config } = parts
  const cache = new SharedCache<Page>({
    budget: budgetOf(config, SHARED_BUDGET),
    largest: LARGEST_SHARED,
    sizeOf: ({ body }) => body.size,
    isWorthKeeping: ({ status }) => status === 200,
  })
  app.onFeedChanged(() => cache.clear())
  app.findCached('page', (url) => {
    const page = cache.peek(withoutUnknownParameters(url))
    return page && { ...page, hasTag: true }
  })
  const render = pageRenderer(app, config, handler)
  const ofMember = memberPages(app, parts, render)

  const toPage = (request: FastifyRequest, { status, headers, html, sources }: PageText): Page => ({
    status,
    headers: {
      ...headers,
      'content-security-policy': pagePolicy(config, sources),
      vary: 'cookie, accept-encoding',
      'cache-control': cachePolicy(request, status),
    },
    // Shared pages are compressed harder, because many people read them.
    body: new CompressibleBody(Buffer.from(html), request.sessionToken === null ? 'small' : 'quick'),
  })

  const renderShared = async (url: string, request: FastifyRequest, reply: FastifyReply): Promise<Page> => {
    const context = await buildContext(parts, request, reply)
    return toPage(request, toText(await render(url, context, { viewer: null })))
  }

  const compute = async (url: string, request: FastifyRequest, reply: FastifyReply): Promise<Page> => {
    if (request.sessionToken !== null) {
      const context = await buildContext(parts, request, reply)
      return toPage(request, await ofMember(url, context, !PRIVATE_PATH.test(url)))
    }
    // The response to a HEAD is never cached.
    if (request.method === 'HEAD') return renderShared(url, request, reply)
    return cache.get(url, () => renderShared(url, request, reply))
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const url = withoutUnknownParameters(request.url)
      const known = request.sessionToken === null ? cache.peek(url) : undefined
      return sendPage(request, reply, known ?? (await app.inReadTurn(request, () => compute(url, request, reply))))
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
  if (request.sessionToken !== null || status !== 200 || PRIVATE_PATH.test(request.url)) return 'private, no-store'
  if (ASKS_FOR_OPEN.test(request.url)) {
    return `public, max-age=0, s-maxage=${Math.min(CDN_FRESH, secondsToNextStep(new Date()) - 1)}`
  }
  return `public, max-age=0, s-maxage=${CDN_FRESH}, stale-while-revalidate=${CDN_STALE}`
}

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageContext } from '#contract/page-context.ts'
import { loadViewer } from '../accounts/load-viewer.ts'
import type { Config } from '../config.ts'
import { AnonymousCache } from './anonymous-cache.ts'
import { pagePolicy } from './headers.ts'
import { buildContext, type ContextParts } from './request-context.ts'

/** The built web handler, or Vite's in development. */
export type PageHandler = {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>
}

type Page = { status: number; headers: [string, string][]; html: string }

/**
 * Stands where a response's nonce goes while a page is rendered, so that a rendered page can serve many responses. It is
 * made anew by each process and never sent, so nobody can write it into a post.
 */
const NONCE_SLOT = randomBytes(16).toString('hex')

/** Shared pages that are kept, in bytes. */
const SHARED_BUDGET = 32 * 1024 * 1024
const LARGEST_SHARED = 1024 * 1024

/** How long a CDN may serve a public page, in seconds. */
const CDN_FRESH = 5
const CDN_STALE = 60

/** Every address that is neither API nor file is a page of the web application. */
export function registerPages(app: FastifyInstance, parts: ContextParts, handler: PageHandler): void {
  const cache = new AnonymousCache<Page>({
    budget: SHARED_BUDGET,
    largest: LARGEST_SHARED,
    // Hangul makes every character of a string take two bytes.
    sizeOf: ({ html }) => html.length * 2,
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
        nonce: NONCE_SLOT,
        site: { name: parts.config.siteName, origin: parts.config.publicOrigin },
        now: new Date().toISOString(),
      },
    })
    // The web application knows that it failed, not that trying again will help.
    const status = response.status === 500 && isUnavailable ? 503 : response.status
    return { status, headers: [...response.headers], html: await response.text() }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const isAnonymous = request.sessionToken === null
      const compute = () => render(request, reply)
      const page = !isAnonymous
        ? await compute()
        : request.method === 'GET'
          ? await cache.get(request.url, compute)
          : (cache.peek(request.url) ?? (await compute()))
      return sendPage(request, reply, page, isAnonymous, parts.config)
    },
  })
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  isAnonymous: boolean,
  config: Config,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.code(page.status)
  for (const [name, value] of page.headers) {
    if (name !== 'content-length' && name !== 'transfer-encoding') reply.header(name, value)
  }
  reply.header('content-security-policy', pagePolicy(config, nonce))
  reply.header('vary', 'cookie, accept-encoding')
  reply.header('cache-control', cachePolicy(request, page, isAnonymous))
  return reply.send(page.html.replaceAll(NONCE_SLOT, nonce))
}

/** Account pages are nobody else's business; other pages of anonymous readers may rest in a CDN. */
function cachePolicy(request: FastifyRequest, page: Page, isAnonymous: boolean): string {
  if (!isAnonymous || page.status !== 200 || /^\/(account|add_post|edit)\b/i.test(request.url)) {
    return 'private, no-store'
  }
  return `public, max-age=0, s-maxage=${CDN_FRESH}, stale-while-revalidate=${CDN_STALE}`
}

/**
 * The request as the web application sees it: under our own origin whatever the Host header says (threat 45), and a GET
 * without headers, so that a page depends on its address and on who asks alone (threat 53).
 */
function pageRequest(request: FastifyRequest, config: Config): Request {
  return new Request(config.publicOrigin + request.url)
}

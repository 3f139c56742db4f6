import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SENT_TIMING } from '#contract/page-context.ts'
import type { ReaderBlock } from '#contract/reader-state.ts'
import { secondsToNextStep } from '#rules/hours.ts'
import { withoutUnknownParameters } from '#rules/page-parameters.ts'
import { paths, personalPaths, privatePaths } from '#rules/paths.ts'
import type { Services } from '../../platform/context.ts'
import { Shown } from '../../platform/database/shown.ts'
import { PageBody, sendBody, sendPageWithReaderState } from '../../platform/http/compression.ts'
import { hasUnseenWrite } from '../../platform/http/cookies.ts'
import { pagePolicy } from '../../platform/http/headers.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { openSharedCache } from '../../platform/http/shared-cache.ts'
import { pagePattern, sharedUrl } from '../../platform/http/shared-url.ts'
import { buildContext, contextFor, type GraphqlContext } from '../api/request-context.ts'
import { visitOf, visitorCounterOf } from '../figures/visitor-counter.ts'
import { loadReaderState } from '../reader/load-reader.ts'
import { withMailNote } from './mail-note.ts'
import { createPageRenderer, type PageHandler, type RenderedPage } from './render-page.ts'

type Page = {
  status: number
  headers: Record<string, string>
  body: PageBody
  shown: Shown
}

const SHARE_OF_MEMORY = 0.7
const LARGEST_SHARED = 2 * 1024 * 1024

const CDN_FRESH = 5
const CDN_STALE = 60

/** Values of cache-control: for responses to a browser with a session, and for others, which a CDN may cache. */
export const PRIVATE_CACHE_CONTROL = 'private, no-store'
export const PUBLIC_CACHE_CONTROL = `public, max-age=0, s-maxage=${CDN_FRESH}, stale-while-revalidate=${CDN_STALE}`

/** URLs of lists of open places. A CDN may cache them until places next open or close, less the second that a page may be old. */
const SHOWS_OPEN = /^\/here\b|[?&]open=1(?:&|$)/i

const PRIVATE_PATH = new RegExp(`^(?:${privatePaths.join('|')})\\b`, 'i')
const OWNED_PATH = new RegExp(`^(?:${personalPaths.join('|')})\\b`, 'i')

/**
 * Pages are made in one of three ways; the first two get the member's state beside them.
 * - Public: rendered without a session, and shared until something that it shows changes (`http/shared-cache.ts`).
 * - Public with the data of a member who sees more or less than others (a block, an own write): not shared.
 * - Private, such as account pages: rendered for the member.
 */
export function registerPages(app: FastifyInstance, parts: Services, handler: PageHandler): void {
  const { config } = parts
  refuseOtherMethods(app)
  const cache = openSharedCache<Page>(parts, {
    share: SHARE_OF_MEMORY,
    largest: LARGEST_SHARED,
    // In development the code of a page changes too.
    isCacheable: ({ status }) => status < 500 && config.mode !== 'development',
  })
  parts.metrics.watchCache('pages', cache)
  const visits = visitorCounterOf(parts.db)
  const render = createPageRenderer(app, config, handler)

  const toPage = ({ status, headers, html, sources, styles }: RenderedPage, { shown }: GraphqlContext): Page => ({
    status,
    headers: {
      ...headers,
      'content-security-policy': pagePolicy(config, sources, styles),
      vary: 'cookie, accept-encoding',
    },
    body: new PageBody(html),
    shown,
  })

  const renderForAll = async (url: string, request: FastifyRequest, reply: FastifyReply): Promise<Page> => {
    const context = contextFor(parts, request, reply, null)
    return parts.replicas.read(async () => toPage(await render(url, context, null), context))
  }

  const publicPage = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const session = await request.loadSession()
    const page =
      session !== null && (session.bypassesSharedCache || hasUnseenWrite(parts, request) || OWNED_PATH.test(url))
        ? await renderUncached(url, request, reply)
        : await cache.get(url, () => renderForAll(url, request, reply))
    return { page, reader: await loadReaderState({ ...parts, session }, page.shown) }
  }

  const renderUncached = async (url: string, request: FastifyRequest, reply: FastifyReply): Promise<Page> => {
    const context = await buildContext(parts, request, reply)
    return toPage(await render(url, context, null), context)
  }

  const privatePage = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const context = await buildContext(parts, request, reply)
    const reader = await loadReaderState(context, new Shown())
    if (reader === null) return publicPage(url, request, reply)
    const page = toPage(await render(withoutUnknownParameters(request.url), context, reader.viewer), context)
    return { page, reader: page.shown.size > 0 ? await loadReaderState(context, page.shown) : reader }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      visits.note(visitOf(request))
      const url = sharedUrl(request.url)
      const isVisitor = request.sessionToken === null
      const known = isVisitor ? cache.peek(url) : undefined
      if (known) return sendShared(request, reply, known)
      const isPrivate = PRIVATE_PATH.test(url)
      const make = isPrivate && !isVisitor ? privatePage : publicPage
      const { page, reader } = await app.inReadTurn(request, () =>
        parts.replicas.readWithoutPrimary(() => make(url, request, reply)),
      )
      if (reader) return sendToReader(request, reply, page, { ...reader, isPrivate })
      return sendShared(request, reply, page)
    },
  })
}

function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', ({ is404 }, reply, done) => {
    if (!is404) return done()
    reply.header('allow', 'GET, HEAD')
    done(new HttpError(405, 'BAD_USER_INPUT'))
  })
}

function sendToReader(request: FastifyRequest, reply: FastifyReply, page: Page, block: ReaderBlock): FastifyReply {
  reply.code(page.status).headers({ ...page.headers, ...sentNow(), 'cache-control': PRIVATE_CACHE_CONTROL })
  const isNoted = block.mailStopped && !block.viewer.restricted && !request.url.startsWith(paths.profile)
  return sendPageWithReaderState(request, reply, isNoted ? withMailNote(page.body) : page.body, block)
}

function sendShared(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Page): FastifyReply {
  reply.code(status).headers({ ...headers, ...sentNow(), 'cache-control': cachePolicy(request, status) })
  // Pages of a browser with a session are not stored, so they need no entity tag.
  return sendBody(request, reply, body.shared, { sendsEtag: status === 200 && request.sessionToken === null })
}

/** The server's clock, which scripts can read: a page may have been rendered long before. */
function sentNow(): Record<string, string> {
  return { 'server-timing': `${SENT_TIMING};desc="${Date.now()}"` }
}

/** Pages with a session and private pages are not stored; a CDN may cache the others. */
function cachePolicy(request: FastifyRequest, status: number): string {
  // The URL of a page has other spellings: '/%63ollection/…'.
  const path = pagePattern(request.url) ?? ''
  const isOwned = PRIVATE_PATH.test(path) || OWNED_PATH.test(path)
  if (request.sessionToken !== null || status !== 200 || isOwned) return PRIVATE_CACHE_CONTROL
  if (SHOWS_OPEN.test(request.url)) {
    return `public, max-age=0, s-maxage=${Math.min(CDN_FRESH, secondsToNextStep(new Date()) - 1)}`
  }
  return PUBLIC_CACHE_CONTROL
}

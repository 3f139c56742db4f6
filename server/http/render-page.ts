import type { FastifyInstance } from 'fastify'
import type { PageContext, Viewer } from '#contract/page-context.ts'
import type { Config } from '../config.ts'
import { type PagePart, SCRIPT_MARK, sourceOf, splitAtScripts } from './page-scripts.ts'
import type { GraphqlContext } from './request-context.ts'

/** The built web handler, or Vite's in development. */
export type PageHandler = {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>
}

/** The web application's response. */
export type RenderedPage = Readonly<{ status: number; headers: Record<string, string>; parts: readonly PagePart[] }>

/** The HTML of a page, for one reader or for all. */
export type PageText = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  html: string
  /** The sources of its inline scripts. */
  sources: readonly string[]
}>

/** The reader for whom a page is rendered. */
export type Reader = Readonly<{
  viewer: Viewer | null
  /** Changes an answer of the API before the page gets it. */
  change?: (answer: unknown) => unknown
}>

export type RenderPage = (url: string, context: GraphqlContext, reader: Reader) => Promise<RenderedPage>

/** Codes of failures that end by themselves. */
const MAY_SUCCEED_LATER: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'PREPARING'])

/** Renders the page at a path with its query. */
export function pageRenderer(app: FastifyInstance, config: Config, handler: PageHandler): RenderPage {
  return async (url, context, { viewer, change = (answer) => answer }) => {
    let isUnavailable = false
    const response = await handler.fetch(pageRequest(url, config), {
      context: {
        graphql: async (query, variables) => {
          const answer = await app.executeGraphql(context, query, variables)
          isUnavailable ||= answer.errors?.some(({ extensions }) => MAY_SUCCEED_LATER.has(extensions?.code)) ?? false
          return change(answer)
        },
        viewer,
        nonce: SCRIPT_MARK,
        site: { name: config.siteName, origin: config.publicOrigin },
        now: new Date().toISOString(),
      },
    })
    // The web application knows that it failed, but not that a retry may help.
    const status = response.status === 500 && isUnavailable ? 503 : response.status
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(response.headers)
    return { status, headers, parts: splitAtScripts(await response.text()) }
  }
}

/**
 * The request as the web application gets it: with our own origin whatever the Host header says (threat 45), and as a
 * GET without headers, so that a page depends only on its path and on the person (threat 53).
 */
function pageRequest(url: string, { publicOrigin }: Config): Request {
  return new Request(publicOrigin + url)
}

/** A page that is sent exactly as rendered. */
export function toText({ status, headers, parts }: RenderedPage): PageText {
  const scripts = parts.filter(({ isScript }) => isScript)
  return {
    status,
    headers,
    html: parts.map(({ text }) => text).join(''),
    sources: scripts.map(({ text }) => sourceOf(text)),
  }
}

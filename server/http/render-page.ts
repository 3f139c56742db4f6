import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PageContext, Viewer } from '#contract/page-context.ts'
import type { Config } from '../config.ts'
import type { GraphqlContext } from './request-context.ts'

/**
 * The nonce with which pages are rendered. Each process makes its own and never sends it, so nobody can write it into a
 * post: a script with this nonce is ours.
 */
const SCRIPT_MARK = randomBytes(16).toString('hex')

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`
const META = `<meta property="csp-nonce" content="${SCRIPT_MARK}"/>`

/** A part of a page: the body of one of its own inline scripts, or the HTML up to the next. */
export type PagePart = Readonly<{ text: string; isScript: boolean }>

/**
 * Splits a page into parts and removes the nonces, so that its bytes are the same for everybody. Only scripts with
 * `SCRIPT_MARK` become parts of their own.
 */
function splitAtScripts(rendered: string): PagePart[] {
  const parts: PagePart[] = []
  let html = ''
  let tag = ''
  for (const text of rendered.replace(META, '').split(ATTRIBUTE)) {
    const start = text.indexOf('>') + 1
    if (tag.startsWith('<script') && !tag.includes(' src=') && !text.slice(0, start).includes(' src=')) {
      const end = text.indexOf('</script>')
      parts.push(
        { text: html + text.slice(0, start), isScript: false },
        { text: text.slice(start, end), isScript: true },
      )
      html = text.slice(end)
    } else html += text
    tag = text.slice(text.lastIndexOf('<'))
  }
  parts.push({ text: html, isScript: false })
  return parts.map(({ text, isScript }) => ({ text: text.replaceAll(SCRIPT_MARK, ''), isScript }))
}

/** The source of a script in a content security policy: its hash (CSP level 3, 2.3.1). */
export function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

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
  /** Changes a result of the API before the page gets it. */
  change?: (result: unknown) => unknown
}>

export type RenderPage = (url: string, context: GraphqlContext, reader: Reader) => Promise<RenderedPage>

/** Codes of failures that end by themselves. */
const MAY_SUCCEED_LATER: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'PREPARING'])

/** Renders the page at a path with its query. */
export function pageRenderer(app: FastifyInstance, config: Config, handler: PageHandler): RenderPage {
  return async (url, context, { viewer, change = (result) => result }) => {
    let isUnavailable = false
    const response = await handler.fetch(pageRequest(url, config), {
      context: {
        graphql: async (query, variables) => {
          const result = await app.executeGraphql(context, query, variables)
          isUnavailable ||= result.errors?.some(({ extensions }) => MAY_SUCCEED_LATER.has(extensions?.code)) ?? false
          return change(result)
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

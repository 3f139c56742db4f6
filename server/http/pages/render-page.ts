import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PageContext, RenderedScreen, Site } from '#contract/page-context.ts'
import type { Viewer } from '#contract/reader-state.ts'
import type { Config } from '../../config.ts'
import { holidaysAround } from '../../posts/lists/open-at.ts'
import type { GraphqlContext } from '../api/request-context.ts'

/** Nobody can write this nonce into a post, because it never leaves the process: a script with it is ours. */
const SCRIPT_MARK = randomBytes(16).toString('hex')

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`
const META = `<meta property="csp-nonce" content="${SCRIPT_MARK}"/>`
const INLINE_SCRIPT = new RegExp(`<script(?:(?! src=)[^<>])*${ATTRIBUTE}(?:(?! src=)[^<>])*>(.*?)</script>`, 'gs')

/** The source of a script in a content security policy: its hash (CSP level 3, 2.3.1). */
function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

export type PageHandler = {
  /** @param url path with query */
  render(url: string, page: PageContext): Promise<RenderedScreen>
}

export type RenderedPage = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  html: string
  sources: readonly string[]
}>

/** `viewer` is null for a page that everybody shares. */
export type RenderPage = (url: string, context: GraphqlContext, viewer: Viewer | null) => Promise<RenderedPage>

const MAY_SUCCEED_LATER: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'PREPARING'])

export function pageRenderer(app: FastifyInstance, config: Config, handler: PageHandler): RenderPage {
  return async (url, context, viewer) => {
    let isUnavailable = false
    let asked: number | undefined
    const now = new Date()
    const screen = await handler.render(url, {
      graphql: async (query, variables) => {
        const result = await app.executeGraphql(context, query, variables)
        isUnavailable ||= result.errors?.some(({ extensions }) => MAY_SUCCEED_LATER.has(extensions?.code)) ?? false
        return result
      },
      viewer,
      setStatus: (status) => {
        asked = status
      },
      nonce: SCRIPT_MARK,
      site: siteOf(config),
      requestId: context.requestId,
      now: now.toISOString(),
      holidays: holidaysAround(now),
    })
    const { html, location } = screen
    const made = asked ?? screen.status
    // The web application knows that it failed, but not that a retry may help.
    const status = made === 500 && isUnavailable ? 503 : made
    const headers = { 'content-type': 'text/html; charset=utf-8', ...(location !== null && { location }) }
    const sources = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => sourceOf(script))
    return { status, headers, html: withoutMarks(html), sources }
  }
}

/** Nothing of Kakao in the pages of a site without its key. */
function siteOf({ siteName, publicOrigin, contact, places }: Config): Site {
  const { kakaoMapKey: key, kakaoShareUrl: url } = places
  return { name: siteName, origin: publicOrigin, contact, ...(key !== null && { kakao: { key, url } }) }
}

/** The bytes of a page must not depend on the process. */
function withoutMarks(html: string): string {
  return html.replace(META, '').replaceAll(ATTRIBUTE, '').replaceAll(SCRIPT_MARK, '')
}

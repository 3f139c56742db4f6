import type { PageContext } from '#contract/page-context.ts'
import type { WebApplication } from '#server/product/pages/render-page.ts'

type Fetch = (request: Request, options: { context: PageContext }) => Promise<Response>

/** Stands in for the built web application: this function renders every page. */
export function fakeWeb(fetch: Fetch): WebApplication {
  const render: WebApplication['handler']['render'] = async (url, context) => {
    const response = await fetch(new Request(context.site.origin + url), { context })
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  return { handler: { render }, clientDir: null, useMiddleware: () => {}, close: async () => {} }
}

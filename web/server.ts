import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Manifest } from 'vite'
import type { PageContext, RenderedScreen } from '#contract/page-context.ts'
import { filesOfRoutes } from './route-files.ts'
import { getRouter } from './router.tsx'

/**
 * Returns the renderer of pages: a function of a path with query, and of the page's context.
 * @param built Vite's manifest of the browser's files; null in development
 */
export function openRenderer(built: Manifest | null) {
  const manifest = { routes: filesOfRoutes(built) }
  return async (url: string, page: PageContext): Promise<RenderedScreen> => {
    const router = getRouter(page)
    try {
      let html = ''
      const handle = createRequestHandler({
        request: new Request(page.site.origin + url),
        createRouter: () => router,
        getRouterManifest: () => manifest,
      })
      const { status, headers } = await handle(async () => {
        // As one string, which costs a fraction of the CPU time of a stream.
        html = await transformHtmlStringWithRouter(router, renderToString(createElement(RouterServer, { router })))
        return new Response(null, { status: getSsrStatus(router) })
      })
      return { status, location: headers.get('location'), html }
    } finally {
      // Otherwise the timers of queries with a gcTime of their own keep the whole request in memory for minutes.
      router.options.context.queryClient.clear()
    }
  }
}

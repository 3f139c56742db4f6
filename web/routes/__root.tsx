import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageContext } from '#contract/page-context.ts'
import { Frame } from '../components/frame.tsx'
import { themeScript } from '../components/theme.ts'
import type { ExecuteGraphql } from '../graphql.ts'
import { viewerQuery } from '../queries/viewer.ts'
import appCss from '../styles/app.css?url'
import fontsCss from '../styles/fonts.css?url'

export type RouterContext = {
  queryClient: QueryClient
  graphql: ExecuteGraphql
  /** What the server handed over; undefined in the browser. */
  page: PageContext | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context: { page, queryClient } }) => {
    if (page) queryClient.setQueryData(viewerQuery().queryKey, page.viewer)
    return page && { site: page.site, now: page.now }
  },
  // The site and the time of rendering are the server's; the browser keeps what the page brought.
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: loaderData?.site.name ?? '' },
      { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#fcfaf7' },
      { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#130f0d' },
    ],
    links: [
      { rel: 'stylesheet', href: appCss },
      { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
    scripts: [{ children: themeScript(fontsCss) }],
  }),
  shellComponent: Shell,
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
})

function Shell({ children }: { children: ReactNode }) {
  return (
    <html lang="ko" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

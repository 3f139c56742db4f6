import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { viewerQuery } from '../accounts/viewer.ts'
import { earlyPressScript } from '../frame/early-presses.ts'
import { Frame } from '../frame/frame.tsx'
import { loadUserMenu } from '../frame/user-menu-on-demand.tsx'
import { fontsScript } from '../kit/fonts.ts'
import { themeScript } from '../kit/theme.ts'
import type { PageInfo } from '../page-info.ts'
import type { RouterContext } from '../router-context.ts'
import { restoreScript } from '../storage/kept-screens.ts'
import appCss from '../styles/app.css?url'

const pageInfoKey = ['page_info']

export const Route = createRootRouteWithContext<RouterContext>()({
  // The site and the time of rendering come from the server; the browser keeps the values from the page.
  loader: async ({ context: { page, queryClient, graphql } }): Promise<PageInfo> => {
    queryClient.setQueryDefaults(pageInfoKey, { gcTime: Number.POSITIVE_INFINITY })
    if (page) {
      queryClient.setQueryData(viewerQuery(graphql).queryKey, page.viewer)
      queryClient.setQueryData(pageInfoKey, { site: page.site, now: page.now })
      if (page.viewer) await loadUserMenu()
    }
    return queryClient.getQueryData(pageInfoKey) ?? { site: { name: '', origin: '' }, now: '' }
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: loaderData?.site.name ?? '' },
      // Screens with content of their own replace it.
      { name: 'description', content: '이웃이 나눈 맛집을 구경하고, 내가 찾은 맛집도 나눠 보세요.' },
      { name: 'apple-mobile-web-app-title', content: loaderData?.site.name ?? '' },
    ],
    links: [
      { rel: 'stylesheet', href: appCss },
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
    scripts: [
      { children: fontsScript },
      { children: themeScript },
      { children: earlyPressScript },
      { children: restoreScript },
    ],
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
        {/* Not in head(), which would keep only one of the two. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#130f0d" />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

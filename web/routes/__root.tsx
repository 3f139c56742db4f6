import firstPaint from 'virtual:script/reader/first-paint'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { READER_BLOCK } from '#contract/reader-state.ts'
import { failures } from '#rules/errors.ts'
import { earlyPressScript } from '../frame/early-presses.ts'
import { Frame } from '../frame/frame.tsx'
import { fontsScript, printScript } from '../kit/page-scripts.ts'
import { themeScript } from '../kit/theme.tsx'
import { collectPageData, PAGE_DATA, type PageInfo, privateHead } from '../page-info.ts'
import type { RouterContext } from '../router-context.ts'
import { restoreScript } from '../storage/kept-screens.ts'
import appCss from '../styles/app.css?url'

const pageInfoKey = ['page_info']

export const Route = createRootRouteWithContext<RouterContext>()({
  // The site and the time of rendering come from the server; the browser keeps the values from the page.
  loader: async ({ context: { page, queryClient } }): Promise<PageInfo> => {
    queryClient.setQueryDefaults(pageInfoKey, { gcTime: Number.POSITIVE_INFINITY })
    if (page) {
      queryClient.setQueryData(pageInfoKey, { site: page.site, now: page.now, holidays: page.holidays })
    }
    return (
      queryClient.getQueryData(pageInfoKey) ?? { site: { name: '', origin: '', contact: null }, now: '', holidays: [] }
    )
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData, match, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: loaderData?.site.name ?? '' },
      // Screens with content of their own replace it.
      { name: 'description', content: '이웃이 나눈 맛집을 구경하고, 내가 찾은 맛집도 나눠 보세요.' },
      { name: 'apple-mobile-web-app-title', content: loaderData?.site.name ?? '' },
      // Of a URL without a page.
      ...(match._notFound ? privateHead(matches, failures.notFound).meta : []),
    ],
    links: [
      { rel: 'stylesheet', href: appCss },
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  shellComponent: Shell,
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
})

/** Run while the page is parsed. Only the server needs their texts. */
const earlyScripts = import.meta.env.SSR
  ? [firstPaint, fontsScript, themeScript, earlyPressScript, restoreScript, printScript].join('\n')
  : ''

/** The gap that the server fills with the state of a signed-in reader, and the scripts that run before the page's own. */
function EarlyScripts() {
  const { nonce } = useRouter().options.ssr ?? {}
  return (
    <>
      <script
        id={READER_BLOCK}
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server fills it, React leaves it as it is
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constants
        dangerouslySetInnerHTML={{ __html: earlyScripts }}
      />
    </>
  )
}

/** What was loaded for the page. As JSON, which both sides handle faster than the script that the router would write. */
function LoadedData() {
  const { queryClient } = useRouter().options.context
  const json = import.meta.env.SSR ? JSON.stringify(collectPageData(queryClient)).replaceAll('<', '\\u003c') : ''
  return (
    <script
      id={PAGE_DATA}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without '<'
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <html lang="ko" suppressHydrationWarning>
      <head>
        <EarlyScripts />
        <HeadContent />
        {/* Not in head(), which would keep only one of the two. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#130f0d" />
      </head>
      <body>
        {children}
        <LoadedData />
        <Scripts />
      </body>
    </html>
  )
}

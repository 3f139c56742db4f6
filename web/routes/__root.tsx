import earlyScript from 'virtual:script/frame/early-script'
import firstPaint from 'virtual:script/store/first-paint'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { READER_BLOCK_ID } from '#contract/reader-state.ts'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { Frame } from '../frame/frame.tsx'
import { collectPageData, PAGE_DATA_ID, privateHead, siteOf } from '../page-info.ts'
import { type RouterContext, useRouterContext } from '../router-context.ts'
import appCss from '../styles/app.css?url'
import regular from '../styles/fonts/matnanum-ui-400.woff2'
import bold from '../styles/fonts/matnanum-ui-700.woff2'
// Publishes the fonts' licence, which has to accompany every copy of the fonts.
import '../styles/fonts/OFL.txt?url'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: siteOf(match).name },
      // Default description, which some screens replace.
      { name: 'description', content: '이웃이 나눈 맛집을 구경하고, 내가 찾은 맛집도 나눠 보세요.' },
      { name: 'apple-mobile-web-app-title', content: siteOf(match).name },
      ...(match._notFound ? privateHead(match, failures.notFound).meta : []),
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

/** Inline scripts that run while the page is parsed. Only the server, which writes them, needs their text and the URLs they use. */
const earlyScripts = import.meta.env.SSR ? `${firstPaint}\n${earlyScript}` : ''
const urls = import.meta.env.SSR ? { 'data-fonts': `${regular} ${bold}`, 'data-map': paths.map } : {}

/** An empty element that the server fills with the state of a signed-in reader, and the early inline scripts. */
function EarlyScripts() {
  const { nonce } = useRouter().options.ssr ?? {}
  return (
    <>
      <script
        id={READER_BLOCK_ID}
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server fills it, React leaves it as it is
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <script
        nonce={nonce}
        {...urls}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constants
        dangerouslySetInnerHTML={{ __html: earlyScripts }}
      />
    </>
  )
}

/** Loaded data of the page as JSON, which is faster to write and to read than the script that the router would write. */
function LoadedData() {
  const { info, queryClient, store } = useRouterContext()
  const json = import.meta.env.SSR
    ? JSON.stringify(collectPageData(info, queryClient, store)).replaceAll('<', '\\u003c')
    : ''
  return (
    <script
      id={PAGE_DATA_ID}
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
        {/* Not in head(), which keeps only one element of a name. */}
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

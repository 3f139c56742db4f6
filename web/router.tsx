import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterState } from '@tanstack/react-router'
import type { PageContext } from '#contract/page-context.ts'
import { isPageParameter, type PageParameter } from '#rules/page-parameters.ts'
import type { paths } from '#rules/paths.ts'
import type { PendingPress } from './accounts/pending-press.ts'
import { markModuleLoadErrors } from './failures.ts'
import { ErrorScreen, NotFoundScreen } from './frame/error-screen.tsx'
import { executeOverHttp, retryOnce, storeResponses } from './graphql.ts'
import { setServerClock } from './kit/clock.ts'
import { closeOverlaysOnBack, closeOverlaysOnNavigation } from './kit/overlays.ts'
import { acceptPageData, PAGE_DATA_ID } from './page-info.ts'
import { type FileRoutesByFullPath, routeTree } from './route-tree.gen.ts'
import { openStore } from './store/open-store.ts'
import { Store } from './store/store.ts'

const PENDING_AFTER_MS = 300

/** Makes a router with its query client and store: one per page on the server, one per tab in the browser. */
export function getRouter(page?: PageContext) {
  if (!page) {
    markModuleLoadErrors()
    closeOverlaysOnBack()
    // At once, so that a mutation is pending before the next press, which could send it twice.
    notifyManager.setScheduler(queueMicrotask)
  }
  const store = page ? new Store(page.viewer) : openStore()
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // No timer on the server, which would keep a page's data in memory.
        gcTime: page ? Number.POSITIVE_INFINITY : 600_000,
        retry: retryOnce,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Offline, a query fails at once instead of waiting silently.
        networkMode: 'always',
      },
      // Offline, mutations fail at once too.
      mutations: { networkMode: 'always' },
    },
  })
  const info = page ?? acceptPage(queryClient, store)
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      graphql: page ? storeResponses(store, page.graphql) : executeOverHttp(store),
      store,
      info,
      page,
    },
    parseSearch,
    stringifySearch,
    scrollRestoration: page ? true : scrollsLaterScreens(),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each router
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    ...(page && { ssr: { nonce: page.nonce } }),
  })
  if (!page) closeOverlaysOnNavigation(router.history)
  return router
}

function acceptPage(queryClient: QueryClient, store: Store) {
  const data = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  setServerClock(data.now)
  return acceptPageData(queryClient, store, data)
}

/** The first screen stays where the browser or the reader scrolled it before hydration. */
function scrollsLaterScreens(): () => boolean {
  let isFirst = true
  return () => {
    if (!isFirst) return true
    isFirst = false
    // The router stores scroll positions only from now on, so it has to be told the current one.
    queueMicrotask(() => document.dispatchEvent(new Event('scroll')))
    return false
  }
}

/**
 * Reads URL parameters as plain text, as a form without script sends them. Unknown ones are left out, so that the links of a
 * shared page are the same for all.
 */
function parseSearch(text: string): Partial<Record<RoutesParameter, string>> {
  return Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => isPageParameter(name)))
}

/** A type error here names a parameter of a route that is missing in rules/page-parameters.ts. */
type RoutesParameter = Known<keyof RouterState<typeof routeTree>['location']['search']>
type Known<Parameter extends PageParameter> = Parameter

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** A type error here names a route that is missing in rules/paths.ts. The server answers other paths with the 404 page. */
export type RoutePath = KnownPath<keyof FileRoutesByFullPath>
type KnownPath<Path extends (typeof paths)[keyof typeof paths]> = Path

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
  interface HistoryState {
    /** Set on the login: the history index (`kit/history-entry.ts`) of the page that the visitor came from. */
    returnIndex?: number
    /** Set on the login: what the visitor had pressed. */
    pendingPress?: PendingPress
    overlays?: number
  }
}

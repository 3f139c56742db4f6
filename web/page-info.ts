import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { rootRouteId, useHydrated, useLoaderData } from '@tanstack/react-router'
import type { Site } from '#contract/page-context.ts'

/** The site's settings and the time of rendering, from the server; constant for the life of a tab. */
export type PageInfo = { site: Site; now: string; holidays: readonly string[] }

/** The page info that this tab started with. */
export function usePageInfo(): PageInfo {
  return useLoaderData({ from: rootRouteId })
}

/** The time of rendering until the page is hydrated. */
export function useNow(): string | number {
  const { now } = usePageInfo()
  return useHydrated() ? Date.now() : now
}

type Matches = readonly { routeId: string; loaderData?: unknown }[]

export function siteOf(matches: Matches): Site {
  const info = matches.find((match) => match.routeId === rootRouteId)?.loaderData as PageInfo | undefined
  return info?.site ?? { name: '', origin: '', contact: null }
}

/** `<title>` and `noindex` for a private page. */
export function privateHead(matches: Matches, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(matches).name}` }, { name: 'robots', content: 'noindex' }] }
}

/** What the server loaded for a page, as it is sent to the browser. Its field names repeat, which compresses to next to nothing. */
type PageData = {
  /** When it was collected, in milliseconds since 1970. */
  at: number
  queries: [key: QueryKey, data: unknown][]
}

/** The id of the element of a page that carries it, as JSON. */
export const PAGE_DATA = 'page_data'

/** Everything that was loaded. The server calls it after the loaders have finished. */
export function collectPageData(client: QueryClient): PageData {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return { at: Date.now(), queries: loaded.map(({ queryKey, state }) => [queryKey, state.data]) }
}

/** Gives the browser what the server loaded. */
export function acceptPageData(client: QueryClient, { at, queries }: PageData): void {
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt: at })
}
